import com.jopdesign.sys.Native;
import joplab.RtThread;

/** Four periodic threads, the last of which is late at first; main prints what each job saw. */
final class Periodic extends RtThread {

    private static final int MICROSECONDS = -127;

    private static final int[] LOG = new int[2000];

    private static int used;

    private final int id;
    private final int loops;

    /** More repetitions of the first job. */
    private int first;

    private Periodic(int id, int priority, int period, int offset, int loops) {
        super(priority, period, offset);
        this.id = id;
        this.loops = loops;
    }

    @Override
    protected void job() {
        int begin = Native.rd(MICROSECONDS);
        int sum = 0;
        int most = loops + first;
        first = 0;
        for (int i = 0; i < most; ++i) {
            sum += i * id;
        }
        synchronized (LOG) {
            LOG[used] = id;
            LOG[used + 1] = release();
            LOG[used + 2] = begin;
            LOG[used + 3] = Native.rd(MICROSECONDS);
            LOG[used + 4] = missed();
            used += 5;
        }
    }

    public static void main(String[] arguments) {
        new Periodic(3, 1, 1000, 30, 100);
        new Periodic(1, 3, 200, 50, 20);
        new Periodic(2, 2, 500, 100, 60);
        new Periodic(4, 0, 400, 0, 20).first = 800;
        startMission();
        int start = Native.rd(MICROSECONDS);
        while (Native.rd(MICROSECONDS) - start < 8000) {
            // Threads do their jobs.
        }
        int end = used;
        for (int i = 0; i < end; i += 5) {
            System.out.println(LOG[i] + " " + LOG[i + 1] + " " + LOG[i + 2] + " " + LOG[i + 3] + " " + LOG[i + 4]);
        }
    }
}
