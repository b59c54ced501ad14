package joplab.cross;

import joplab.cross.asm.tree.ClassNode;

/** Methods of a class that is instrumented ahead of time. */
final class AheadRecording extends Recording {

    private final Links links;

    AheadRecording(Links links) {
        this.links = links;
    }

    @Override
    synchronized int name(String name) {
        return links.name(name);
    }

    @Override
    synchronized int reserve(String name) {
        return links.method(name);
    }

    @Override
    synchronized void define(int number, int words, int frame, int slots, int[] sums, byte[] description) {
        links.define(number, words, frame, slots, sums, description);
    }

    @Override
    void finish(ClassNode node) {
        node.visitAttribute(links);
    }

    @Override
    synchronized void leaveOut(String what) {
        links.leaveOut(what);
    }
}
