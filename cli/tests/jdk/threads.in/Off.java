import com.jopdesign.sys.Native;
import joplab.RtThread;

public class Off {
    static int x;

    public static void main(String[] args) {
        new Quick();
        new Closed();
        RtThread.startMission();
        for (int i = 0; i < 30_000; i++) {
            x++;
        }
    }

    static final class Quick extends RtThread {
        Quick() {
            super(2, 1_000, 300);
        }

        @Override
        protected void job() {
            x++;
        }
    }

    static final class Closed extends RtThread {
        Closed() {
            super(1, 3_000, 150);
        }

        @Override
        protected void job() {
            Native.wr(0, -128);
            for (int i = 0; i < 1_000; i++) {
                x = x * 3 + i;
            }
            Native.wr(1, -128);
        }
    }
}
