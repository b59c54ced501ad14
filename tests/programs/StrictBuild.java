/** What only the strict build of the microcode does as Java says: the other one spares these checks. */
public class StrictBuild {

    private int field = 3;

    private int get() {
        return field;
    }

    final int last() {
        return field + 1;
    }

    public static void main(String[] args) {
        int[] none = null;
        try {
            System.out.println(none.length);
        } catch (NullPointerException e) {
            System.out.println("length of null");
        }
        int[] three = new int[3];
        int[] indices = {Integer.MIN_VALUE, 1 << 23, -(1 << 23), 1 << 24 | 1};
        for (int index : indices) {
            try {
                three[index] = 1;
                System.out.println("stored");
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println("no store at " + index);
            }
            try {
                System.out.println(three[index]);
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println("no load at " + index);
            }
        }
        StrictBuild nobody = null;
        try {
            System.out.println(nobody.get());
        } catch (NullPointerException e) {
            System.out.println("private call on null");
        }
        Object array = three;
        System.out.println(array.equals(three) + " " + array.equals(null) + " " + (array.hashCode() == three.hashCode()) + " "
                + array.toString().startsWith("[I@"));
        Object[] mixed = {three, "text", new String[0], 7};
        for (Object o : mixed) {
            System.out.println(o.getClass().getName() + " " + (o.toString().indexOf('@') > 0));
        }
        System.out.println(three[0] + three[1] + three[2]);
    }
}
