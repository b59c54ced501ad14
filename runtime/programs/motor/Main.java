package motor;

import program.Verdict;

/**
 * A motor-control node of a distributed system: the argument counts milliseconds.
 *
 * <p>In each millisecond the master and the node exchange bytes over a disturbed bus, the node runs its control loops, and
 * the simulated motor turns. The master knows what has to come out and complains if it does not.
 */
public final class Main {

    /** Milliseconds after which the state is compared with the one known to be right. */
    private static final int CHECKPOINT = 120;
    private static final int RIGHT = 0x68b1c0d7;

    private Main() {
    }

    /** Runs the system. */
    public static void main(String[] args) {
        int steps = Verdict.length(args);
        Verdict verdict = new Verdict("motor");
        Motor motor = new Motor(4711);
        Link toNode = new Link(815);
        Link toMaster = new Link(99);
        Node node = new Node(motor, toNode, toMaster);
        Master master = new Master(toNode, toMaster);
        int checkpoint = RIGHT;
        for (int time = 0; time < steps; ++time) {
            master.step(time);
            toNode.step();
            node.step();
            motor.step();
            toMaster.step();
            if (time == CHECKPOINT) {
                checkpoint = state(motor, node, master);
            }
        }
        verdict.show("commands", master.commands());
        verdict.show("repeated", master.repeated());
        verdict.show("bytes disturbed", toNode.disturbed() + toMaster.disturbed());
        verdict.show("frames refused", node.receiver().refused() + master.receiver().refused());
        verdict.show("goals reached", master.reached());
        verdict.show("faults", node.drive().faults());
        verdict.equal("goals missed", 0, master.missed());
        verdict.equal("wrong replies", 0, master.wrong());
        verdict.equalChecksum("state at " + CHECKPOINT + " ms", RIGHT, checkpoint);
        verdict.checksum("state", state(motor, node, master));
        verdict.end();
    }

    private static int state(Motor motor, Node node, Master master) {
        int sum = motor.checksum();
        sum = sum * 31 + node.drive().checksum();
        return sum * 31 + master.checksum();
    }
}
