package motor;

/** Follows a goal with limited changes: speeds with limited acceleration, positions with a speed that lets it stop. */
final class Ramp {

    private final Parameter acceleration;
    private final Parameter maximum;
    private int speed;

    Ramp(Parameter acceleration, Parameter maximum) {
        this.acceleration = acceleration;
        this.maximum = maximum;
    }

    void reset(int speed) {
        this.speed = speed;
    }

    /** The next speed on the way to a goal. */
    int towards(int goal) {
        int wanted = Fixed.clamp(goal, maximum.value());
        speed += Fixed.clamp(wanted - speed, acceleration.value());
        return speed;
    }

    /** The next speed on the way over a distance in counts. */
    int over(int distance) {
        int step = acceleration.value();
        int possible = root(Math.min(Math.abs(distance), 1 << 16) * step) * 2;
        int gentle = Math.abs(distance) + 1 >> 1;
        if (possible > gentle) {
            possible = gentle;
        }
        return towards(distance < 0 ? -possible : possible);
    }

    int speed() {
        return speed;
    }

    /** Square root, rounded down, two bits of the square at a time. */
    static int root(int square) {
        int root = 0;
        int rest = square;
        for (int bit = 1 << 22; bit != 0; bit >>= 2) {
            if (rest >= root + bit) {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
        }
        return root;
    }
}
