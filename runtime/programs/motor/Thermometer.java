package motor;

/** Temperature from a sensor that is not linear: a table with straight lines between its points. */
final class Thermometer {

    private static final int[] READINGS = {400, 800, 1200, 1600, 2000, 2400, 2800, 3200};
    /** Unit: tenths of a degree. */
    private static final int[] TEMPERATURES = {1500, 1180, 950, 770, 600, 440, 280, 110};
    /** Steepness from each point to the next. Unit: 2^-8 tenths of a degree for a step of the converter. */
    private static final int[] SLOPES = {-205, -147, -115, -109, -102, -102, -109};

    private final Filter filter = new Filter(3000, 4);
    private int temperature;

    void sample(int reading) {
        int clean = filter.next(reading);
        int i = 1;
        while (i < READINGS.length - 1 && READINGS[i] < clean) {
            ++i;
        }
        temperature = TEMPERATURES[i - 1] + ((clean - READINGS[i - 1]) * SLOPES[i - 1] >> 8);
    }

    /** Unit: tenths of a degree. */
    int temperature() {
        return temperature;
    }
}
