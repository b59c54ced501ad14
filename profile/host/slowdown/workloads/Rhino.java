import org.mozilla.javascript.Context;

/** A script in JavaScript: objects, closures, strings, regular expressions. */
public final class Rhino implements Workload {
    private static final String SCRIPT = String.join("\n",
            "function Body(x, v) { this.x = x; this.v = v; }",
            "Body.prototype.step = function (dt) { this.x += this.v * dt; this.v -= this.x * dt; return this; };",
            "function tree(n) { return n == 0 ? null : {left: tree(n - 1), right: tree(n - 1)}; }",
            "function size(t) { return t == null ? 0 : 1 + size(t.left) + size(t.right); }",
            "var out = [];",
            "for (var turn = 0; turn < 8; turn++) {",
            "  var bodies = []; for (var i = 0; i < 100; i++) bodies.push(new Body(i / 10, 1));",
            "  for (var t = 0; t < 800; t++) bodies.forEach(function (b) { b.step(0.01); });",
            "  var text = ''; for (var i = 0; i < 20000; i++) text += String.fromCharCode(97 + i * 7 % 26);",
            "  var found = text.match(/[aeiou][^aeiou]+/g).length;",
            "  var counts = {}; text.split('').forEach(function (c) { counts[c] = (counts[c] || 0) + 1; });",
            "  var keys = Object.keys(counts).sort().map(function (k) { return k + counts[k]; });",
            "  out.push(bodies[7].x.toFixed(6), found, keys.join(), size(tree(15)));",
            "}",
            "out.join(' ')");

    @Override
    public byte[] run() throws Exception {
        Context context = Context.enter();
        try {
            return String.valueOf(context.evaluateString(context.initStandardObjects(), SCRIPT, "script", 1, null))
                    .getBytes("UTF-8");
        } finally {
            Context.exit();
        }
    }
}
