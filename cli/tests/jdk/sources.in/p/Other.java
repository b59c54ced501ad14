package p;

public class Other {

    static String name = "nobody";

    public static String greeting(String[] args) {
        return "Hello, " + (args.length == 0 ? name : args[0]);
    }

    public static void main(String[] args) {
        System.out.println(greeting(args));
    }
}
