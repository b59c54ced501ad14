package lift;

import program.Verdict;

/**
 * A lift and its controller: the argument counts control steps of a quarter of a second.
 *
 * <p>In each step the plant moves and fills the inputs of the process image, the controller's units work on it in
 * turn, and an observer holds the rules of safety against what the plant does.
 */
public final class Main {

    /** Steps after which the state is compared with the one known to be right. */
    private static final int CHECKPOINT = 150;
    private static final int RIGHT = 0xa3a36475;

    private Main() {
    }

    /** Runs the lift. */
    public static void main(String[] args) {
        int steps = Verdict.length(args);
        Verdict verdict = new Verdict("lift");
        ProcessImage image = new ProcessImage();
        Journal journal = new Journal();
        Plant plant = new Plant(image, new Traffic(20250117, journal));
        Controller controller = new Controller(image, journal);
        Observer observer = new Observer(plant, image);
        int checkpoint = RIGHT;
        for (int step = 0; step < steps; ++step) {
            plant.step(step);
            controller.step(step);
            observer.step();
            if (step == CHECKPOINT) {
                checkpoint = journal.checksum() + plant.position() * 31 + plant.traffic().delivered();
            }
        }
        report(verdict, plant.traffic(), journal, observer);
        verdict.equalChecksum("state at step " + CHECKPOINT, RIGHT, checkpoint);
        verdict.checksum("journal", journal.checksum());
        verdict.end();
    }

    private static void report(Verdict verdict, Traffic traffic, Journal journal, Observer observer) {
        verdict.show("passengers arrived", traffic.arrived());
        verdict.show("delivered", traffic.delivered());
        verdict.show("longest wait, steps", traffic.longestWait());
        verdict.show("stops", journal.count(Journal.ARRIVED));
        verdict.show("fire recalls", journal.count(Journal.RECALL));
        verdict.equal("wrong floors", 0, traffic.wrongFloors());
        verdict.equal("lost passengers", 0,
                traffic.arrived() - traffic.delivered() - traffic.waiting() - traffic.riding());
        verdict.equal("violations of safety", 0, observer.violations());
    }
}
