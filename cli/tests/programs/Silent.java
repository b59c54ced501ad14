/** Says one unfinished line and then computes for ever. */
public class Silent {

    public static void main(String[] args) {
        System.out.print("working");
        while (true) {
            // Nothing more to say.
        }
    }
}
