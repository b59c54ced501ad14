/** Exercise 3: adds up the places of the bits that are set. */
public class Weigh {

    static int weigh(int bits) {
        int sum = 0;
        for (int place = 0; place < 4; ++place) {
            if ((bits & 1) != 0) {
                sum += place;
            }
            bits >>= 1;
        }
        return sum;
    }

    public static void main(String[] args) {
        System.out.println(weigh(5) + weigh(15));
    }
}
