/** Ends with the status that its first argument names; without one, with an exception. */
public class Status {

    public static void main(String[] args) {
        System.out.println("arguments " + args.length);
        System.err.println("diagnostics");
        System.exit(Integer.parseInt(args[0]));
    }
}
