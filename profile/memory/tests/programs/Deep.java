/** Calls itself as often as its argument says. Compiled with {@code javac --release 8 -g}. */
public final class Deep {

    public static void main(String[] args) {
        System.out.println(deep(Integer.parseInt(args[0])));
    }

    private static int deep(int calls) {
        return calls == 0 ? 0 : 1 + deep(calls - 1);
    }
}
