/** A heap that is full: the error is an exception like others, and what is let go can be used again. */
public class OutOfMemory {

    static class Link {
        final Link next;
        final int[] load = new int[500];

        Link(Link next) {
            this.next = next;
        }
    }

    private static int fill() {
        Link chain = null;
        int count = 0;
        try {
            while (true) {
                chain = new Link(chain);
                count++;
            }
        } catch (OutOfMemoryError e) {
            chain = null;
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(fill() > 10);
        System.out.println(fill() > 10);
        try {
            long[] huge = new long[Integer.MAX_VALUE];
            System.out.println(huge.length);
        } catch (OutOfMemoryError e) {
            System.out.println("too large");
        }
        System.out.println("goes on");
    }
}
