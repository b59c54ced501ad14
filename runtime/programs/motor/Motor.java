package motor;

/**
 * The simulated motor with its sensors, in steps of a millisecond.
 *
 * <p>Constants are those of a direct-current motor for 24 V: 1.2 ohm, 50 mV for each radian a second. Nothing is divided,
 * as division is slow on the machine.
 */
final class Motor {

    static final int SUPPLY = 24000;
    /** Induced voltage for each unit of speed. Unit: 2^-16 mV. */
    private static final int INDUCTION = 3277;
    /** Torque for each unit of current. Unit: millionths of a newton metre. */
    private static final int CONSTANT = 50;
    /** Current for each unit of voltage. Unit: 2^-10 mA. */
    private static final int CONDUCTANCE = 853;
    /** Moment of inertia, as the number of bits by which a torque is shifted: 64 millionths of a kilogram and square metre. */
    private static final int INERTIA = 6;
    /** Friction at any speed. Unit: millionths of a newton metre. */
    private static final int FRICTION = 9000;
    /** Bits of the fraction of the encoder's counts, each 1024 millionths of a radian: 6136 are a turn. */
    private static final int COUNT = 10;
    /** Torque that blocks the shaft now and then. */
    private static final int JAM = 900000;
    private static final int JAM_PERIOD = 2000;
    private static final int JAM_BEGIN = 1130;
    private static final int JAM_END = 1180;

    private int random;
    /** What the power stage applies. Unit: mV. */
    private int voltage;
    private boolean enabled;
    /** Unit: mA. */
    private int current;
    /** Unit: thousandths of a radian a second. */
    private int speed;
    private int fraction;
    private int counts;
    /** Unit: thousandths of a degree above the surroundings. */
    private int heat;
    /** Milliseconds since the start of the period of jams. */
    private int phase;

    Motor(int seed) {
        random = seed;
    }

    /** Turns for a millisecond. */
    void step() {
        electrics();
        mechanics();
        int power = (current >> 7) * (current >> 7) >> 5;
        heat += power - (heat >> 6) >> 4;
    }

    private void electrics() {
        int induced = speed * INDUCTION >> 16;
        int goal = enabled ? (voltage - induced) * CONDUCTANCE >> 10 : 0;
        current += goal - current >> 1;
    }

    private void mechanics() {
        int torque = current * CONSTANT;
        int resistance = FRICTION + (Math.abs(speed) >> 7);
        if (++phase == JAM_PERIOD) {
            phase = 0;
        }
        if (phase >= JAM_BEGIN && phase < JAM_END) {
            resistance += JAM;
        }
        speed = slowed(speed + (torque >> INERTIA), resistance >> INERTIA);
        fraction += speed;
        counts += fraction >> COUNT;
        fraction &= (1 << COUNT) - 1;
    }

    /** Friction slows the shaft but does not turn it round. */
    private static int slowed(int speed, int loss) {
        if (speed > loss) {
            return speed - loss;
        }
        return speed < -loss ? speed + loss : 0;
    }

    /** Sets the power stage. Unit: mV. */
    void drive(boolean enable, int millivolts) {
        enabled = enable;
        voltage = millivolts;
    }

    /** The encoder's counter of 16 bits. */
    int encoder() {
        return counts & 0xFFFF;
    }

    /** The converter of the current sensor: 2048 is no current, a step is 8 mA, with noise and rare spikes. */
    int currentSensor() {
        int value = 2048 + (current >> 3) + noise(5) - 2;
        return noise(97) == 0 ? value + 300 : value;
    }

    /** The converter of the temperature sensor, which falls with the temperature. */
    int temperatureSensor() {
        return 3000 - (heat >> 5) + noise(7);
    }

    private int noise(int bound) {
        random = random * 1103515245 + 12345;
        return (random >>> 16) * bound >>> 16;
    }

    int checksum() {
        return ((counts * 31 + speed) * 31 + current) * 31 + heat;
    }
}
