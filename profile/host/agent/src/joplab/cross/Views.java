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

    CountedThread thread(JopThread thread, long running) {
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
        private final long running;

        ThreadView(JopThread thread, long running) {
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
            return running == 0 ? Optional.empty() : Optional.of(new ContextView(running));
        }
    }

    private final class ContextView implements CountedContext {

        private final long context;

        ContextView(long context) {
            this.context = context;
        }

        private boolean isRoot() {
            return JopNode.method(context) < 0;
        }

        @Override
        public Optional<CountedContext> parent() {
            return isRoot() ? Optional.empty() : Optional.of(new ContextView(JopNode.parent(context)));
        }

        @Override
        public List<CountedContext> callees() {
            List<CountedContext> callees = new ArrayList<>();
            for (long callee = JopNode.newest(context); callee != 0; callee = JopNode.older(callee)) {
                callees.add(new ContextView(callee));
            }
            return callees;
        }

        @Override
        public String method() {
            return isRoot() ? "(start)" : description(JopNode.method(context)).name;
        }

        @Override
        public long calls() {
            return JopNode.calls(context);
        }

        @Override
        public long loads() {
            return JopNode.entryMisses(context);
        }

        @Override
        public long bytecodes() {
            if (isRoot()) {
                return 0;
            }
            Description method = description(JopNode.method(context));
            long sum = JopNode.calls(context) * method.prologue;
            long[] counts = JopNode.settled(context);
            for (int block = 0; block < blocks(); ++block) {
                sum += counts[block] * method.bytecodes[block];
            }
            return sum;
        }

        @Override
        public long cycles() {
            long sum = 0;
            long[] counts = JopNode.settled(context);
            for (int block = 0; block < blocks(); ++block) {
                sum += counts[block] * description(JopNode.method(context)).cycles[block];
            }
            return sum;
        }

        @Override
        public int blocks() {
            return isRoot() ? 0 : description(JopNode.method(context)).bytecodes.length;
        }

        @Override
        public long executions(int block) {
            if (block < 0 || block >= blocks()) {
                throw new IndexOutOfBoundsException("block " + block + " of " + blocks());
            }
            return JopNode.settled(context)[block];
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ContextView && ((ContextView) other).context == context;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(context);
        }

        @Override
        public String toString() {
            return method();
        }
    }
}
