package motor;

/** All parameters by their numbers. */
final class Dictionary {

    static final int SPEED_P = 1;
    static final int SPEED_I = 2;
    static final int SPEED_D = 3;
    static final int CURRENT_LIMIT = 4;
    static final int CURRENT_P = 5;
    static final int CURRENT_I = 6;
    static final int CURRENT_D = 7;
    static final int VOLTAGE_LIMIT = 8;
    static final int ACCELERATION = 9;
    static final int SPEED_LIMIT = 10;
    static final int TEMPERATURE_LIMIT = 11;
    static final int WATCHDOG = 12;
    static final int TEMPERATURE = 13;
    static final int CURRENT = 14;
    static final int FAULTS = 15;
    private static final int SIZE = 16;

    private final Parameter[] parameters = new Parameter[SIZE];

    Dictionary() {
        parameters[SPEED_P] = new Parameter(40 * Fixed.ONE, 0, 80 * Fixed.ONE);
        parameters[SPEED_I] = new Parameter(Fixed.ONE, 0, 4 * Fixed.ONE);
        parameters[SPEED_D] = new Parameter(4 * Fixed.ONE, 0, 40 * Fixed.ONE);
        parameters[CURRENT_LIMIT] = new Parameter(12000, 100, 15000);
        parameters[CURRENT_P] = new Parameter(Fixed.ONE, 0, 4 * Fixed.ONE);
        parameters[CURRENT_I] = new Parameter(2400, 0, 2 * Fixed.ONE);
        parameters[CURRENT_D] = new Parameter(0, 0, Fixed.ONE);
        parameters[VOLTAGE_LIMIT] = new Parameter(Motor.SUPPLY, 0, Motor.SUPPLY);
        parameters[ACCELERATION] = new Parameter(12, 1, 100);
        parameters[SPEED_LIMIT] = new Parameter(2400, 0, 2000);
        parameters[TEMPERATURE_LIMIT] = new Parameter(900, 0, 1200);
        parameters[WATCHDOG] = new Parameter(120, 10, 1000);
        parameters[TEMPERATURE] = new Measurement();
        parameters[CURRENT] = new Measurement();
        parameters[FAULTS] = new Measurement();
    }

    /** A parameter, or null if there is none of that number. */
    Parameter find(int number) {
        return number > 0 && number < SIZE ? parameters[number] : null;
    }

    /** A parameter that is there. */
    Parameter get(int number) {
        return parameters[number];
    }
}
