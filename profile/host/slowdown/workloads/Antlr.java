import antlr.Tool;
import java.nio.file.Files;
import java.nio.file.Path;

/** A parser generated from a grammar. */
public final class Antlr implements Workload {
    private final Path out = Files.createTempDirectory("antlr");
    // Its name is in what is generated.
    private final Path grammar = out.resolveSibling("slowdown-big.g");

    public Antlr() throws Exception {
        StringBuilder text = new StringBuilder("class P extends Parser;\noptions { k = 2; buildAST = true; }\nstart : (r0)* EOF ;\n");
        for (int i = 0; i < 400; ++i) {
            text.append("r").append(i).append(" : A").append(i % 50).append(" (r").append((i + 1) % 400).append(" | B")
                    .append(i % 30).append(" (COMMA r").append(i * 7 % 400).append(")* SEMI)? | C").append(i % 40)
                    .append(" LPAREN r").append(i * 13 % 400).append(" RPAREN ;\n");
        }
        Files.writeString(grammar, text);
    }

    @Override
    public byte[] run() throws Exception {
        Sources.clear(out);
        int status = new Tool().doEverything(new String[] {"-o", out.toString(), grammar.toString()});
        return Sources.contents(out, status);
    }
}
