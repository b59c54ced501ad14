package udpip;

/** Finds hardware addresses: asks everybody, remembers the answers for a while, keeps packets until one comes. */
final class Arp {

    private static final int REQUEST = 1;
    private static final int REPLY = 2;
    /** Hardware type, protocol, operation, two pairs of addresses. */
    private static final int LENGTH = 22;
    /** Polls after which an answer is forgotten, and after which a question is asked again. */
    private static final int LIFE = 300;
    private static final int PATIENCE = 10;
    private static final int SIZE = 4;
    private static final int QUESTIONS = 5;

    /** What is known about one address. */
    private static final class Entry {
        int address;
        int hardwareAddress;
        boolean known;
        int since;
        int questions;
        final PacketQueue waiting = new PacketQueue();
    }

    private final Host host;
    private final Entry[] entries = new Entry[SIZE];
    private int now;
    private int victim;

    Arp(Host host) {
        this.host = host;
        for (int i = 0; i < SIZE; ++i) {
            entries[i] = new Entry();
        }
    }

    /** Sends an IP packet to an address of this network, now or when its hardware address is known. */
    void send(Packet packet, int address) {
        Entry entry = find(address);
        if (entry == null) {
            entry = claim(address);
            // The question is asked with the next poll.
            entry.since = now - PATIENCE - 1;
        }
        if (entry.known) {
            host.send(packet, entry.hardwareAddress, Host.TYPE_IP);
        } else if (entry.waiting.size() < 4) {
            entry.waiting.add(packet);
        } else {
            host.pool().giveBack(packet);
        }
    }

    private Entry find(int address) {
        for (int i = 0; i < SIZE; ++i) {
            if (entries[i].address == address) {
                return entries[i];
            }
        }
        return null;
    }

    /** An entry for another address; entries are given away in turn. */
    private Entry claim(int address) {
        Entry entry = entries[victim];
        victim = victim + 1 & SIZE - 1;
        forget(entry);
        entry.address = address;
        return entry;
    }

    private void forget(Entry entry) {
        entry.address = 0;
        entry.known = false;
        entry.questions = 0;
        for (Packet packet = entry.waiting.take(); packet != null; packet = entry.waiting.take()) {
            host.pool().giveBack(packet);
        }
    }

    private void ask(Entry entry) {
        entry.since = now;
        ++entry.questions;
        transmit(REQUEST, entry.address, 0, Host.BROADCAST);
    }

    private void transmit(int operation, int address, int hardwareAddress, int to) {
        Packet packet = host.pool().take();
        if (packet == null) {
            return;
        }
        packet.addShort(1);
        packet.addShort(Host.TYPE_IP);
        packet.addShort(operation);
        packet.addInt(host.hardwareAddress());
        packet.addInt(host.address());
        packet.addInt(hardwareAddress);
        packet.addInt(address);
        // The cable may damage a question; a sum of its own, which the standard does not have, keeps wrong addresses out.
        packet.addShort(Checksum.finish(Checksum.add(0, packet, 0, LENGTH)));
        host.send(packet, to, Host.TYPE_ARP);
    }

    void receive(Packet packet) {
        boolean intact = packet.length() == LENGTH + 2
                && Checksum.finish(Checksum.add(0, packet, 0, LENGTH + 2)) == 0;
        if (intact && packet.intAt(18) == host.address()) {
            int hardwareAddress = packet.intAt(6);
            int address = packet.intAt(10);
            int operation = packet.shortAt(4);
            learn(address, hardwareAddress, operation == REQUEST);
            if (operation == REQUEST) {
                transmit(REPLY, address, hardwareAddress, hardwareAddress);
            }
        }
        host.pool().giveBack(packet);
    }

    private void learn(int address, int hardwareAddress, boolean asked) {
        Entry entry = find(address);
        if (entry == null) {
            if (!asked) {
                return;
            }
            entry = claim(address);
        }
        entry.hardwareAddress = hardwareAddress;
        entry.known = true;
        entry.since = now;
        entry.questions = 0;
        for (Packet packet = entry.waiting.take(); packet != null; packet = entry.waiting.take()) {
            host.send(packet, hardwareAddress, Host.TYPE_IP);
        }
    }

    /** Forgets old answers and asks old questions again. */
    void age(int time) {
        now = time;
        for (int i = 0; i < SIZE; ++i) {
            Entry entry = entries[i];
            if (entry.address == 0) {
                continue;
            }
            int age = now - entry.since;
            if (entry.known ? age > LIFE : entry.questions >= QUESTIONS) {
                forget(entry);
            } else if (!entry.known && age > PATIENCE) {
                ask(entry);
            }
        }
    }
}
