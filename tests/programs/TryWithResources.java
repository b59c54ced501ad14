/** try with resources: order of closing, suppressed exceptions. */
public class TryWithResources {

    static class Resource implements AutoCloseable {
        private final String name;
        private final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (fails) {
                throw new IllegalStateException("closing " + name);
            }
        }
    }

    public static void main(String[] args) {
        try (Resource a = new Resource("a", false); Resource b = new Resource("b", false)) {
            System.out.println("body " + a.name + b.name);
        }
        try (Resource a = new Resource("a", true); Resource b = new Resource("b", true)) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.println(e + " " + e.getSuppressed().length);
            for (Throwable t : e.getSuppressed()) {
                System.out.println(t);
            }
        }
        try (Resource none = null) {
            System.out.println("null is not closed");
        }
        try (Resource a = new Resource("a", true)) {
            System.out.println("body");
        } catch (IllegalStateException e) {
            System.out.println("caught " + e.getMessage());
        } finally {
            System.out.println("finally");
        }
    }
}
