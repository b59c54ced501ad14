/** Greets its arguments. */
public class Hello {
    public static void main(String[] args) {
        for (String name : args) {
            System.out.println("Hello, " + name + "!");
        }
        System.out.println(args.length + " greeted");
    }
}
