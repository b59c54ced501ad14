/** Throws, which takes a method of the runtime that is longer than the smallest cache. */
public class Throws {

    public static void main(String[] args) {
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException caught) {
            System.out.println("caught");
        }
    }
}
