import joplab.RtThread;

/** A motor whose speed is held: a loop of one millisecond, and a slower one that filters what it has measured. */
public class Main {
    static final int PERIODS = 20;

    static final Motor motor = new Motor();
    static final Control control = new Control();
    static final Monitor monitor = new Monitor();
    static volatile int periods;

    public static void main(String[] arguments) {
        new RtThread(2, 1_000) { // priority 2, every 1,000 us
            @Override
            protected void job() {
                motor.turn();
                control.step();
                periods++;
            }
        };
        new RtThread(1, 5_000, 200) { // priority 1, every 5,000 us, first after 200 us
            @Override
            protected void job() {
                monitor.look();
            }
        };
        RtThread.startMission();
        while (periods < PERIODS) {
            // What is left of the time.
        }
        System.out.println("speed " + motor.speed + ", mean " + monitor.mean);
    }
}

/** The motor and its load, in place of a real one. */
class Motor {
    int speed;
    int power;

    void turn() {
        speed += (power - speed / 2) / 16;
    }
}

/** Proportional and integral control, in fixed point. */
class Control {
    static final int WANTED = 1_000;
    private int sum;

    void step() {
        int error = WANTED - Main.motor.speed;
        sum = limited(sum + error, 40_000);
        Main.motor.power = limited((error * 24 + sum) / 8, 4_000);
        Main.monitor.note(Main.motor.speed);
    }

    private static int limited(int value, int most) {
        return value > most ? most : value < -most ? -most : value;
    }
}

/** The last speeds, and their mean. */
class Monitor {
    private final int[] speeds = new int[16];
    private int next;
    int mean;

    synchronized void note(int speed) {
        speeds[next] = speed;
        next = (next + 1) & 15;
    }

    void look() {
        int sum = 0;
        for (int i = 0; i < speeds.length; i++) {
            synchronized (this) {
                sum += speeds[i];
            }
        }
        mean = sum / speeds.length;
    }
}
