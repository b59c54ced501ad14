import joplab.Cores;

/** A lift whose sensors, control and motor are on different cores. */
class LiftCores {

    private static final int FLOORS = 6;
    /** Position of the cabin in tenths of a floor. */
    private static volatile int position;
    private static volatile int speed;
    private static volatile boolean over;
    private static final boolean[] called = new boolean[FLOORS];
    private static int served;
    private static int wrong;

    public static void main(String[] args) throws InterruptedException {
        Thread motor = Cores.start(1 % Cores.count(), new Runnable() {
            @Override
            public void run() {
                while (!over) {
                    int now = speed;
                    if (now != 0) {
                        move(now);
                    }
                    Thread.yield();
                }
            }
        });
        Thread control = Cores.start(2 % Cores.count(), new Runnable() {
            @Override
            public void run() {
                for (int stops = 0; stops < 12; ++stops) {
                    serve(nextCall());
                }
                over = true;
            }
        });
        for (int i = 0; i < 12; ++i) {
            call((i * 7 + 3) % FLOORS);
        }
        control.join();
        motor.join();
        System.out.println("served " + served + ", wrong " + wrong);
    }

    /** The motor moves the cabin one step and waits for the next order. */
    private static void move(int now) {
        synchronized (called) {
            if (speed == now) {
                position += now;
                speed = 0;
                if (position < 0 || position > 10 * (FLOORS - 1)) {
                    ++wrong;
                }
                called.notifyAll();
            }
        }
    }

    private static void call(int floor) throws InterruptedException {
        synchronized (called) {
            while (called[floor]) {
                called.wait();
            }
            called[floor] = true;
            called.notifyAll();
        }
    }

    private static int nextCall() {
        synchronized (called) {
            while (true) {
                for (int i = 0; i < FLOORS; ++i) {
                    if (called[i]) {
                        return i;
                    }
                }
                pause();
            }
        }
    }

    private static void serve(int floor) {
        synchronized (called) {
            while (position != 10 * floor) {
                speed = position < 10 * floor ? 1 : -1;
                while (speed != 0) {
                    pause();
                }
            }
            called[floor] = false;
            ++served;
            called.notifyAll();
        }
    }

    private static void pause() {
        try {
            called.wait();
        } catch (InterruptedException e) {
            ++wrong;
        }
    }
}
