package udpip;

/** A host: link layer, and the layers above it. */
final class Host {

    /** Destination, source, type of a frame; hardware addresses have four bytes here. */
    static final int LINK_HEADER = 10;
    static final int BROADCAST = -1;
    static final int TYPE_IP = 0x0800;
    static final int TYPE_ARP = 0x0806;
    /** Frames that are taken in a poll. */
    private static final int FRAMES = 3;

    private final Cable cable;
    private final int end;
    private final int address;
    private final int hardwareAddress;
    private final Pool pool = new Pool(16);
    private final PacketQueue output = new PacketQueue();
    private final Arp arp;
    private final Ip ip;
    private final Icmp icmp;
    private final Udp udp;

    Host(Cable cable, int end, int address) {
        this.cable = cable;
        this.end = end;
        this.address = address;
        hardwareAddress = 0x02004000 + end;
        arp = new Arp(this);
        ip = new Ip(this);
        icmp = new Icmp(this);
        udp = new Udp(this);
        ip.handle(Ip.ICMP, icmp);
        ip.handle(Ip.UDP, udp);
    }

    /** Takes frames that have arrived, lets old things expire, and sends what was made meanwhile. */
    void poll(int time) {
        for (int i = 0; i < FRAMES && cable.hasArrived(end); ++i) {
            Packet packet = pool.take();
            if (packet == null) {
                return;
            }
            cable.receive(end, packet);
            accept(packet);
        }
        arp.age(time);
        ip.age(time);
        ip.flush();
        for (Packet packet = output.take(); packet != null; packet = output.take()) {
            arp.send(packet, packet.destination);
        }
    }

    /** Sends an IP packet at the end of this poll. */
    void enqueue(Packet packet, int destination) {
        packet.destination = destination;
        output.add(packet);
    }

    private void accept(Packet packet) {
        int to = packet.intAt(0);
        int type = packet.shortAt(8);
        if (packet.length() < LINK_HEADER || to != hardwareAddress && to != BROADCAST) {
            pool.giveBack(packet);
            return;
        }
        packet.pull(LINK_HEADER);
        if (type == TYPE_IP) {
            ip.receive(packet);
        } else if (type == TYPE_ARP) {
            arp.receive(packet);
        } else {
            pool.giveBack(packet);
        }
    }

    /** Sends a packet to a hardware address and takes it back to the pool. */
    void send(Packet packet, int to, int type) {
        packet.push(LINK_HEADER);
        packet.setInt(0, to);
        packet.setInt(4, hardwareAddress);
        packet.setShort(8, type);
        cable.send(end, packet);
        pool.giveBack(packet);
    }

    int address() {
        return address;
    }

    int hardwareAddress() {
        return hardwareAddress;
    }

    Pool pool() {
        return pool;
    }

    Ip ip() {
        return ip;
    }

    Icmp icmp() {
        return icmp;
    }

    Udp udp() {
        return udp;
    }

    /** Packets thrown away for their checksums. */
    int refused() {
        return ip.refused() + icmp.refused() + udp.refused();
    }
}
