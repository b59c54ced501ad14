package t;

/** A class in a package, with a neighbour. */
public class Packaged {

    static class Neighbour {
        final String name = "neighbour";
    }

    public static void main(String[] args) {
        System.out.println(new Neighbour().name);
    }
}
