package motor;

/** A PID controller in fixed point; the integral stops growing when the output is at its limit. */
final class Controller {

    private final Parameter proportional;
    private final Parameter integral;
    private final Parameter derivative;
    private final Parameter limit;
    private int sum;
    private int lastActual;

    Controller(Parameter proportional, Parameter integral, Parameter derivative, Parameter limit) {
        this.proportional = proportional;
        this.integral = integral;
        this.derivative = derivative;
        this.limit = limit;
    }

    void reset(int actual) {
        sum = 0;
        lastActual = actual;
    }

    int next(int wanted, int actual) {
        int error = Fixed.clamp(wanted - actual, (1 << 18) - 1);
        int output = Fixed.times(error, proportional.value()) + (sum >> Fixed.BITS)
                - Fixed.times(actual - lastActual, derivative.value());
        lastActual = actual;
        int limited = Fixed.clamp(output, limit.value());
        if (limited == output || limited > 0 != error > 0) {
            sum = Fixed.clamp(sum + error * integral.value(), limit.value() << Fixed.BITS);
        }
        return limited;
    }
}
