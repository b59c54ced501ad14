package udpip;

/** Somebody who asks, waits, asks again, and knows the answer. */
abstract class Client {

    /** Polls after which a question is asked again, doubled each time up to the last. */
    private static final int PATIENCE = 6;
    private static final int LONGEST = 48;

    private final String name;
    final Host host;
    final int server;
    private boolean waiting;
    private boolean retired;
    private int askedAt;
    private int patience;
    private int answered;
    private int repeated;
    private int wrong;
    private int checksum;

    Client(String name, Host host, int server) {
        this.name = name;
        this.host = host;
        this.server = server;
    }

    /** Asks, if there is something to ask. */
    final void step(int time) {
        if (!waiting) {
            if (!retired) {
                prepare();
                waiting = true;
                patience = PATIENCE;
                askedAt = time;
                ask();
            }
        } else if (time - askedAt > patience && !retired) {
            ++repeated;
            patience = Math.min(patience * 2, LONGEST);
            askedAt = time;
            ask();
        }
    }

    /** Asks nothing any more. */
    final void retire() {
        retired = true;
    }

    /** Makes up the next question. */
    abstract void prepare();

    /** Sends the question. */
    abstract void ask();

    final boolean isWaiting() {
        return waiting;
    }

    /** The answer has come. */
    final void done(boolean right, int value) {
        waiting = false;
        ++answered;
        if (!right) {
            ++wrong;
        }
        checksum = checksum * 31 + value;
    }

    final String name() {
        return name;
    }

    final int answered() {
        return answered;
    }

    final int repeated() {
        return repeated;
    }

    final int wrong() {
        return wrong;
    }

    final int checksum() {
        return checksum * 31 + answered;
    }
}
