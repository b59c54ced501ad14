/** Uses a class that the class library does not have. */
public class Missing {

    public static void main(String[] args) {
        System.out.println(java.util.TimeZone.getDefault());
    }
}
