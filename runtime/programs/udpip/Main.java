package udpip;

import program.Verdict;

/**
 * A UDP/IP stack: two hosts on one cable, clients on the first, servers on the second. The argument counts polls.
 *
 * <p>The cable loses, doubles and damages frames. Clients repeat what is not answered, and know what every answer has
 * to be.
 */
public final class Main {

    /** Polls after which the state is compared with the one known to be right. */
    private static final int CHECKPOINT = 10;
    private static final int RIGHT = 0x388efc43;
    /** Polls at the end without new requests, so that every packet finds its way home. */
    private static final int DRAIN = 400;

    private Main() {
    }

    /** Runs both hosts. */
    public static void main(String[] args) {
        int polls = Verdict.length(args);
        Verdict verdict = new Verdict("udpip");
        Cable cable = new Cable(31337);
        Host first = new Host(cable, 0, 0x0A000001);
        Host second = new Host(cable, 1, 0x0A000002);
        second.udp().bind(SumServer.PORT, new SumServer(second.udp()));
        second.udp().bind(BlockServer.PORT, new BlockServer(second.udp()));
        Client[] clients = {
            new SumClient(first, second.address(), 4001),
            new BlockClient(first, second.address(), 4002),
            new PingClient(first, second.address()),
        };
        int checkpoint = RIGHT;
        for (int time = 0; time < polls; ++time) {
            poll(time, first, second, clients);
            if (time == CHECKPOINT) {
                checkpoint = state(clients, first, second);
            }
        }
        report(verdict, clients, first, second, cable);
        verdict.equalChecksum("state at poll " + CHECKPOINT, RIGHT, checkpoint);
        verdict.checksum("state", state(clients, first, second));
        drain(polls, first, second, clients);
        verdict.equal("packets left behind", 0, first.pool().inUse() + second.pool().inUse() + cable.waiting());
        verdict.end();
    }

    private static void poll(int time, Host first, Host second, Client[] clients) {
        for (int i = 0; i < clients.length; ++i) {
            clients[i].step(time);
        }
        first.poll(time);
        second.poll(time);
    }

    /** Lets the requests that are on their way come to an end; half-finished datagrams are given up by their age. */
    private static void drain(int time, Host first, Host second, Client[] clients) {
        for (int i = 0; i < clients.length; ++i) {
            clients[i].retire();
        }
        int end = time + DRAIN;
        while (time < end && (first.pool().inUse() | second.pool().inUse()) != 0) {
            poll(time++, first, second, clients);
        }
    }

    private static void report(Verdict verdict, Client[] clients, Host first, Host second, Cable cable) {
        int repeated = 0;
        int wrong = 0;
        for (int i = 0; i < clients.length; ++i) {
            verdict.show(clients[i].name() + " answered", clients[i].answered());
            repeated += clients[i].repeated();
            wrong += clients[i].wrong();
        }
        verdict.show("repeated", repeated);
        verdict.show("frames lost", cable.lost());
        verdict.show("frames damaged", cable.damaged());
        verdict.show("refused by checksum", first.refused() + second.refused());
        verdict.equal("wrong answers", 0, wrong);
        verdict.equal("packets missing", 0, first.pool().missed() + second.pool().missed());
    }

    private static int state(Client[] clients, Host first, Host second) {
        int sum = 1;
        for (int i = 0; i < clients.length; ++i) {
            sum = sum * 31 + clients[i].checksum();
        }
        return (sum * 31 + first.ip().received()) * 31 + second.ip().received();
    }
}
