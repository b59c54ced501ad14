/** Exercise 2: three methods take turns. */
public class Calls {

    static int total;

    static void read() {
        total += 1;
    }

    static void filter() {
        total += 2;
    }

    static void write() {
        total += 3;
    }

    static void rounds(int count) {
        for (int round = 0; round < count; ++round) {
            read();
            filter();
            write();
        }
    }

    public static void main(String[] args) {
        rounds(100);
        System.out.println(total);
    }
}
