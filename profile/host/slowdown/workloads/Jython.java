import java.io.StringWriter;
import org.python.util.PythonInterpreter;

/** A script in Python: dictionaries, strings, objects, sorting. */
public final class Jython implements Workload {
    private static final String SCRIPT = String.join("\n",
            "class Tree:",
            "    def __init__(self, depth):",
            "        self.left = Tree(depth - 1) if depth else None",
            "        self.right = Tree(depth - 1) if depth else None",
            "    def count(self):",
            "        return 1 + (self.left.count() + self.right.count() if self.left else 0)",
            "def words(n):",
            "    seed = 1; table = {}",
            "    for i in range(n):",
            "        seed = (seed * 1103515245 + 12345) % 2147483648",
            "        word = 'w%d' % (seed >> 16 & 1023)",
            "        table[word] = table.get(word, 0) + 1",
            "    return sorted(table.items(), key=lambda item: (-item[1], item[0]))[:5]",
            "def sieve(n):",
            "    marks = [True] * n",
            "    for i in range(2, n):",
            "        if marks[i]:",
            "            for j in range(i * i, n, i): marks[j] = False",
            "    return sum(1 for mark in marks if mark)",
            "for turn in range(6):",
            "    print words(40000), sieve(100000), Tree(13).count(), ','.join(str(x * x) for x in range(2000))[-20:]", "");

    @Override
    public byte[] run() throws Exception {
        StringWriter out = new StringWriter();
        try (PythonInterpreter python = new PythonInterpreter()) {
            python.setOut(out);
            python.exec(SCRIPT);
        }
        return out.toString().getBytes("UTF-8");
    }
}
