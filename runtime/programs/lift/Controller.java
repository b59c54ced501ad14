package lift;

/** The controller: its units work on the process image in a fixed order. */
final class Controller {

    private final Unit[] units;

    Controller(ProcessImage image, Journal journal) {
        Calls calls = new Calls(image);
        Drive drive = new Drive(image);
        Door door = new Door(image, journal);
        Supervisor supervisor = new Supervisor(image, journal, calls, drive, door);
        Dispatcher dispatcher = new Dispatcher(image, journal, calls, drive, door, supervisor);
        Indicator indicator = new Indicator(image, calls, drive, dispatcher);
        units = new Unit[] {calls, supervisor, dispatcher, drive, door, indicator};
    }

    void step(int time) {
        for (int i = 0; i < units.length; ++i) {
            units[i].step(time);
        }
    }
}
