import java.util.Comparator;
import java.util.List;
import joplab.cross.api.CountedContext;
import joplab.cross.api.CountedThread;
import joplab.cross.api.Listener;

/** Prints where a thread is, and at the end the most expensive method that main calls. */
public class Hot implements Listener {

    @Override
    public void reached(CountedThread thread) {
        CountedContext running = thread.running().get();
        System.out.println(running.method() + ": " + running.bytecodes() + " bytecodes");
    }

    @Override
    public void ended(List<CountedThread> threads) {
        CountedContext main = threads.get(0).root().callees().get(0);
        CountedContext hottest = main.callees().stream().max(Comparator.comparing(CountedContext::cycles)).get();
        System.out.println(hottest.method() + ": " + hottest.calls() + " calls, about " + hottest.cycles() + " cycles");
    }
}
