package joplab.cross;

/** Types that a class mentions which is instrumented ahead of time: they get their places when it is loaded. */
final class AheadTypes extends Types {

    /** Of the class that is being instrumented; null while there is none. */
    Links links;

    AheadTypes(Config config) {
        super(config);
    }

    @Override
    public synchronized int address(String name, ClassLoader loader) {
        return links == null ? super.address(name, loader) : links.type(Links.Kind.TYPE, name);
    }

    @Override
    public int element(String name, ClassLoader loader) {
        return links == null ? super.element(name, loader) : links.type(Links.Kind.ELEMENT, name);
    }

    @Override
    public synchronized int addSwitch(int[] words) {
        return links == null ? super.addSwitch(words) : links.switchOf(words);
    }
}
