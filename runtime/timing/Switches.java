package timing;

/** Switches over ints. */
final class Switches {

    private Switches() {
    }

    static void run() {
        tableswitch("first of 8", 0);
        tableswitch("last of 8", 7);
        tableswitch("none of 8", 8);
        lookupswitch("first of 8", 1);
        lookupswitch("4th of 8", 1000);
        lookupswitch("last of 8", 1000000);
        lookupswitch("none of 8", 5);
        lookupswitch2("first of 2", 1);
        lookupswitch2("none of 2", 7);
    }

    private static void tableswitch(String operands, int key) {
        int result = 0;
        Timing.start("tableswitch", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            switch (key) {
                case 0:
                case 1:
                case 2:
                case 3:
                case 4:
                case 5:
                case 6:
                case 7:
                    result = 1;
                    break;
                default:
                    result = 2;
            }
        }
    }

    private static void lookupswitch(String operands, int key) {
        int result = 0;
        Timing.start("lookupswitch", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            switch (key) {
                case 1:
                case 10:
                case 100:
                case 1000:
                case 3000:
                case 10000:
                case 100000:
                case 1000000:
                    result = 1;
                    break;
                default:
                    result = 2;
            }
        }
    }

    private static void lookupswitch2(String operands, int key) {
        int result = 0;
        Timing.start("lookupswitch", operands);
        for (int run = 0; run < Timing.RUNS; ++run) {
            Timing.prepare(run);
            switch (key) {
                case 1:
                case 1000:
                    result = 1;
                    break;
                default:
                    result = 2;
            }
        }
    }
}
