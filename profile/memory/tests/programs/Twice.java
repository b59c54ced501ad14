/** Asks for two collections and allocates nothing between them. Compiled with {@code javac --release 8 -g}. */
public final class Twice {

    public static void main(String[] args) {
        System.gc();
        System.gc();
    }
}
