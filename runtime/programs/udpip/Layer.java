package udpip;

/** A protocol above IP. */
interface Layer {

    /** Takes a datagram, whose packet is the layer's from now on. */
    void receive(Packet packet, int source);
}
