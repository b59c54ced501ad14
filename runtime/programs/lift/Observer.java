package lift;

/** Holds the rules of safety against what the plant does; no part of the controller. */
final class Observer {

    private final Plant plant;
    private final ProcessImage image;
    private int violations;
    private int lastSpeed;

    Observer(Plant plant, ProcessImage image) {
        this.plant = plant;
        this.image = image;
    }

    void step() {
        int speed = plant.speed();
        rule(speed == 0 || plant.isDoorClosed());
        rule(speed == 0 || plant.traffic().load() <= Plant.MAXIMUM_LOAD);
        rule(plant.isDoorClosed() || plant.levelFloor() >= 0);
        rule(plant.position() >= 0);
        rule(plant.position() <= (ProcessImage.FLOORS - 1) * ProcessImage.FLOOR_HEIGHT);
        rule(Math.abs(speed - lastSpeed) <= Plant.ACCELERATION);
        rule(Math.abs(image.speedSetPoint) <= Plant.MAXIMUM_SPEED);
        lastSpeed = speed;
    }

    private void rule(boolean holds) {
        if (!holds) {
            ++violations;
        }
    }

    int violations() {
        return violations;
    }
}
