/** The arguments of main; without any, an empty array. */
public class Arguments {

    public static void main(String[] args) {
        System.out.println(args.length);
        for (int i = 0; i < args.length; i++) {
            System.out.println(i + ": " + args[i]);
        }
        System.out.println(args.getClass().getName());
    }
}
