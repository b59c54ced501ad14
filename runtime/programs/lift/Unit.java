package lift;

/** A part of the controller that does something in each step. */
abstract class Unit {

    final ProcessImage image;

    Unit(ProcessImage image) {
        this.image = image;
    }

    /** Reads inputs, changes its state, writes outputs. */
    abstract void step(int time);
}
