package udpip;

/** What listens on a port. */
interface Service {

    /** Takes a datagram without its header; the packet remains the caller's. */
    void receive(Packet packet, int source, int sourcePort);
}
