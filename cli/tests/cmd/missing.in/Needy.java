import java.util.Timer;

/** A class that needs more than the library has; javac --release 17, then jar --create --no-manifest, gives needy.jar. */
public class Needy {

    static native int read(byte[] bytes, int from);

    static class Worker extends Thread {
        ThreadGroup group() {
            return getThreadGroup();
        }
    }

    public static void main(String[] args) throws Exception {
        new Timer().cancel();
        System.out.println(Class.forName(args[0]) + " " + new Worker().group() + " " + new Complete().twice(read(null, 0)));
    }
}

/** A class that needs nothing else. */
class Complete {

    int twice(int n) {
        return 2 * n;
    }
}
