package app;

/** Names as users write them; `javac -g --release 17 app/Main.java` makes the class. */
public class Main {

    static int at(int[] values, int index) {
        int found = 0;
        try {
            found = values[index];
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("caught");
        }
        return found;
    }

    static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    static int work(int n, int m) {
        return work(n) + work(m);
    }

    public static void main(String[] args) {
        int[] values = {5, 6, work(20, 300)};
        System.out.println(at(values, 2));
        System.out.println(at(values, 3));
    }
}
