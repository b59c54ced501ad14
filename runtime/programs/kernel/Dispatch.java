package kernel;

import program.Verdict;

/** Calls through interfaces: a program of instruction objects that compute, jump and count. */
public final class Dispatch {

    private static final int REGISTERS = 4;
    /** What one pass leaves in the first register: the sum of the squares of 1 to 20. */
    private static final int SQUARES = 2870;
    private static final int STEPS = 154;

    /** Something that can be executed; gives the next place. */
    private interface Instruction {
        int execute(Registers registers, int place);
    }

    /** Something that has a value. */
    private interface Operand {
        int value(Registers registers);
    }

    /** Something that can be written, too. */
    private interface Place extends Operand {
        void set(Registers registers, int value);
    }

    /** What the instructions work on. */
    private static final class Registers {
        final int[] values = new int[REGISTERS];
    }

    private static final class Constant implements Operand {
        private final int value;

        Constant(int value) {
            this.value = value;
        }

        @Override
        public int value(Registers registers) {
            return value;
        }
    }

    private static final class Register implements Place {
        private final int number;

        Register(int number) {
            this.number = number;
        }

        @Override
        public int value(Registers registers) {
            return registers.values[number];
        }

        @Override
        public void set(Registers registers, int value) {
            registers.values[number] = value;
        }
    }

    /** An operation with two operands and a place for the result. */
    private abstract static class Operation implements Instruction {
        private final Place to;
        private final Operand left;
        private final Operand right;

        Operation(Place to, Operand left, Operand right) {
            this.to = to;
            this.left = left;
            this.right = right;
        }

        @Override
        public int execute(Registers registers, int place) {
            to.set(registers, result(left.value(registers), right.value(registers)));
            return place + 1;
        }

        abstract int result(int left, int right);
    }

    private static final class Add extends Operation {
        Add(Place to, Operand left, Operand right) {
            super(to, left, right);
        }

        @Override
        int result(int left, int right) {
            return left + right;
        }
    }

    private static final class Multiply extends Operation {
        Multiply(Place to, Operand left, Operand right) {
            super(to, left, right);
        }

        @Override
        int result(int left, int right) {
            return left * right;
        }
    }

    private static final class Mix extends Operation {
        Mix(Place to, Operand left, Operand right) {
            super(to, left, right);
        }

        @Override
        int result(int left, int right) {
            return left * 31 ^ right;
        }
    }

    private static final class Move implements Instruction {
        private final Place to;
        private final Operand from;

        Move(Place to, Operand from) {
            this.to = to;
            this.from = from;
        }

        @Override
        public int execute(Registers registers, int place) {
            to.set(registers, from.value(registers));
            return place + 1;
        }
    }

    private static final class JumpIfLess implements Instruction {
        private final Operand left;
        private final Operand right;
        private final int target;

        JumpIfLess(Operand left, Operand right, int target) {
            this.left = left;
            this.right = right;
            this.target = target;
        }

        @Override
        public int execute(Registers registers, int place) {
            return left.value(registers) < right.value(registers) ? target : place + 1;
        }
    }

    private static final class Stop implements Instruction {
        @Override
        public int execute(Registers registers, int place) {
            return -1;
        }
    }

    private Dispatch() {
    }

    /** Executes the instructions as often as the argument says. */
    public static void main(String[] args) {
        int rounds = Verdict.length(args);
        Verdict verdict = new Verdict("dispatch");
        Instruction[] program = program();
        Registers registers = new Registers();
        int right = 0;
        int steps = 0;
        for (int i = 0; i < rounds; ++i) {
            steps += run(program, registers);
            right += registers.values[0] == SQUARES ? 1 : 0;
        }
        verdict.equal("rounds right", rounds, right);
        verdict.equal("instructions", rounds * STEPS, steps);
        verdict.checksum("last register", registers.values[3]);
        verdict.end();
    }

    private static Instruction[] program() {
        Register sum = new Register(0);
        Register count = new Register(1);
        Register square = new Register(2);
        Register mixed = new Register(3);
        Constant limit = new Constant(20);
        return new Instruction[] {
            new Move(sum, new Constant(0)),
            new Move(count, new Constant(0)),
            new Add(count, count, new Constant(1)),
            new Multiply(square, count, count),
            new Add(sum, sum, square),
            new Mix(mixed, mixed, sum),
            new Move(square, sum),
            new Mix(mixed, square, mixed),
            new JumpIfLess(count, limit, 2),
            new Move(square, limit),
            new JumpIfLess(limit, square, 0),
            new JumpIfLess(square, count, 0),
            new Move(square, count),
            new JumpIfLess(square, limit, 0),
            new Add(mixed, mixed, square),
            new Add(square, square, limit),
            new Mix(mixed, square, mixed),
            new JumpIfLess(square, limit, 0),
            new Move(square, mixed),
            new Mix(mixed, mixed, count),
            new Stop(),
        };
    }

    /** Number of instructions executed. */
    private static int run(Instruction[] program, Registers registers) {
        int steps = 0;
        for (int place = 0; place >= 0; ++steps) {
            place = program[place].execute(registers, place);
        }
        return steps;
    }
}
