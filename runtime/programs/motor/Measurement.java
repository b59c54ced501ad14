package motor;

/** A parameter that the master only reads. */
final class Measurement extends Parameter {

    Measurement() {
        super(0, 0, 0);
    }

    @Override
    boolean write(int newValue) {
        return false;
    }
}
