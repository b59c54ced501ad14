package joplab.cross;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import joplab.cross.api.CountedContext;
import joplab.cross.api.CountedThread;

/** Threads and contexts as listeners see them. */
final class Views {

    private final Recording recording;
    private final int[] costs;
    private Description[] known = new Description[256];

    /** With the cycles of each bytecode. */
    Views(Recording recording, int[] costs) {
        this.recording = recording;
        this.costs = costs;
    }

    CountedThread thread(JopThread thread, JopContext running) {
        return new ThreadView(thread, running);
    }

    private synchronized Description description(int method) {
        if (method >= known.length) {
            known = Arrays.copyOf(known, method + method / 2);
        }
        if (known[method] == null) {
            known[method] = new Description(recording.description(method), costs, name -> name);
        }
        return known[method];
    }

    private final class ThreadView implements CountedThread {

        private final JopThread thread;
        private final JopContext running;

        ThreadView(JopThread thread, JopContext running) {
            this.thread = thread;
            this.running = running;
        }

        @Override
        public Optional<Thread> thread() {
            return Optional.ofNullable(thread.thread);
        }

        @Override
        public String name() {
            return thread.thread == null ? thread.group.name : thread.thread.getName();
        }

        @Override
        public CountedContext root() {
            return new ContextView(thread.root);
        }

        @Override
        public Optional<CountedContext> running() {
            return Optional.ofNullable(running).map(ContextView::new);
        }
    }

    private final class ContextView implements CountedContext {

        private final JopContext context;

        ContextView(JopContext context) {
            this.context = context;
        }

        private boolean isRoot() {
            return context.method < 0;
        }

        @Override
        public Optional<CountedContext> parent() {
            return Optional.ofNullable(context.parent).map(ContextView::new);
        }

        @Override
        public List<CountedContext> callees() {
            List<CountedContext> callees = new ArrayList<>();
            for (JopContext callee : context.callees()) {
                callees.add(new ContextView(callee));
            }
            return callees;
        }

        @Override
        public String method() {
            return isRoot() ? "(start)" : description(context.method).name;
        }

        @Override
        public long calls() {
            return context.calls;
        }

        @Override
        public long loads() {
            return context.entryMisses;
        }

        @Override
        public long bytecodes() {
            if (isRoot()) {
                return 0;
            }
            Description method = description(context.method);
            long sum = context.calls * method.prologue;
            long[] counts = context.settled();
            for (int block = 0; block < blocks(); ++block) {
                sum += counts[block] * method.bytecodes[block];
            }
            return sum;
        }

        @Override
        public long cycles() {
            long sum = 0;
            long[] counts = context.settled();
            for (int block = 0; block < blocks(); ++block) {
                sum += counts[block] * description(context.method).cycles[block];
            }
            return sum;
        }

        @Override
        public int blocks() {
            return isRoot() ? 0 : description(context.method).bytecodes.length;
        }

        @Override
        public long executions(int block) {
            if (block < 0 || block >= blocks()) {
                throw new IndexOutOfBoundsException("block " + block + " of " + blocks());
            }
            return context.settled()[block];
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ContextView && ((ContextView) other).context == context;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(context);
        }

        @Override
        public String toString() {
            return method();
        }
    }
}
