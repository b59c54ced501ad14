package motor;

/** The drive: state machine, sensors, and the cascade of control loops from position to voltage. */
final class Drive {

    static final int OFF = 0;
    static final int READY = 1;
    static final int RUNNING = 2;
    static final int STOPPING = 3;
    static final int FAULT = 4;

    /** Controls. */
    static final int SWITCH_OFF = 0;
    static final int SWITCH_ON = 1;
    static final int RUN = 2;
    static final int STOP = 3;
    static final int RESET = 4;

    static final int NO_FAULT = 0;
    static final int OVERHEATED = 1;
    static final int BLOCKED = 2;
    static final int SILENCE = 3;

    private static final int BLOCKED_STEPS = 15;
    private static final int STANDSTILL = 8;

    private final Motor motor;
    private final Dictionary dictionary;
    private final Encoder encoder = new Encoder();
    private final Filter current = new Filter(2048, 1);
    private final Thermometer thermometer = new Thermometer();
    private final Controller speedController;
    private final Controller currentController;
    private final Ramp ramp;
    private int state = OFF;
    private int fault = NO_FAULT;
    private int faults;
    private boolean positioning;
    private int goal;
    private int blocked;
    private int silence;
    private int milliamperes;

    Drive(Motor motor, Dictionary dictionary) {
        this.motor = motor;
        this.dictionary = dictionary;
        speedController = new Controller(dictionary.get(Dictionary.SPEED_P), dictionary.get(Dictionary.SPEED_I),
                dictionary.get(Dictionary.SPEED_D), dictionary.get(Dictionary.CURRENT_LIMIT));
        currentController = new Controller(dictionary.get(Dictionary.CURRENT_P), dictionary.get(Dictionary.CURRENT_I),
                dictionary.get(Dictionary.CURRENT_D), dictionary.get(Dictionary.VOLTAGE_LIMIT));
        ramp = new Ramp(dictionary.get(Dictionary.ACCELERATION), dictionary.get(Dictionary.SPEED_LIMIT));
    }

    void step() {
        sense();
        watch();
        switch (state) {
            case RUNNING:
                regulate(positioning ? ramp.over(goal - encoder.position()) : ramp.towards(goal));
                break;
            case STOPPING:
                regulate(ramp.towards(0));
                if (Math.abs(encoder.speed()) < STANDSTILL && ramp.speed() == 0) {
                    state = READY;
                }
                break;
            default:
                motor.drive(false, 0);
                break;
        }
    }

    private void sense() {
        encoder.sample(motor.encoder());
        milliamperes = (current.next(motor.currentSensor()) - 2048) * 8;
        thermometer.sample(motor.temperatureSensor());
        dictionary.get(Dictionary.TEMPERATURE).update(thermometer.temperature());
        dictionary.get(Dictionary.CURRENT).update(milliamperes);
    }

    /** The loops inside: speed to current, current to voltage. */
    private void regulate(int wantedSpeed) {
        int wantedCurrent = speedController.next(wantedSpeed, encoder.speed());
        motor.drive(true, currentController.next(wantedCurrent, milliamperes));
    }

    private void watch() {
        if (state == OFF || state == FAULT) {
            return;
        }
        if (thermometer.temperature() > dictionary.get(Dictionary.TEMPERATURE_LIMIT).value()) {
            fail(OVERHEATED);
        }
        if (++silence > dictionary.get(Dictionary.WATCHDOG).value()) {
            fail(SILENCE);
        }
        int deviation = Math.abs(ramp.speed() - encoder.speed());
        blocked = state == RUNNING && deviation > 200 ? blocked + 1 : 0;
        if (blocked > BLOCKED_STEPS) {
            fail(BLOCKED);
        }
    }

    private void fail(int reason) {
        state = FAULT;
        fault = reason;
        blocked = 0;
        dictionary.get(Dictionary.FAULTS).update(++faults);
    }

    /** The master is there. */
    void hear() {
        silence = 0;
    }

    /** Changes the state; false if that is not possible in the present one. */
    boolean control(int command) {
        switch (command) {
            case SWITCH_OFF:
                state = state == FAULT ? FAULT : OFF;
                return state == OFF;
            case SWITCH_ON:
                return change(OFF, READY);
            case RUN:
                start();
                return change(READY, RUNNING);
            case STOP:
                return change(RUNNING, STOPPING);
            case RESET:
                fault = NO_FAULT;
                return change(FAULT, OFF);
            default:
                return false;
        }
    }

    private boolean change(int from, int to) {
        if (state != from) {
            return false;
        }
        state = to;
        return true;
    }

    private void start() {
        if (state == READY) {
            ramp.reset(encoder.speed());
            speedController.reset(encoder.speed());
            currentController.reset(milliamperes);
            positioning = false;
            goal = 0;
        }
    }

    /** Sets the speed to reach. Unit: eighths of a count for each millisecond. */
    boolean setSpeed(int speed) {
        positioning = false;
        goal = speed;
        return state == RUNNING;
    }

    /** Sets the position to reach. Unit: counts. */
    boolean setPosition(int position) {
        positioning = true;
        goal = position;
        return state == RUNNING;
    }

    int state() {
        return state;
    }

    int fault() {
        return fault;
    }

    int faults() {
        return faults;
    }

    int speed() {
        return encoder.speed();
    }

    int position() {
        return encoder.position();
    }

    int checksum() {
        return (encoder.position() * 31 + state) * 31 + thermometer.temperature();
    }
}
