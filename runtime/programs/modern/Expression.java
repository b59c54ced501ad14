package modern;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.IntBinaryOperator;

/** A formula with numbers, variables, parentheses and four operators. */
sealed interface Expression {

    /** A number. */
    record Constant(int number) implements Expression {
    }

    /** A variable. */
    record Variable(String name) implements Expression {
    }

    /** Two formulas and what becomes of them. */
    record Binary(Operator operator, Expression left, Expression right) implements Expression {
    }

    /** What can be done with two numbers. */
    enum Operator {
        PLUS('+', 1, Integer::sum),
        MINUS('-', 1, (a, b) -> a - b),
        TIMES('*', 2, (a, b) -> a * b),
        OVER('/', 2, (a, b) -> a / b),
        MODULO('%', 2, Math::floorMod),
        PARENTHESIS('(', 0, (a, b) -> {
            throw new IllegalStateException("parenthesis");
        });

        private final char sign;
        private final int rank;
        private final IntBinaryOperator function;

        Operator(char sign, int rank, IntBinaryOperator function) {
            this.sign = sign;
            this.rank = rank;
            this.function = function;
        }

        static Operator of(char sign) {
            for (var operator : values()) {
                if (operator.sign == sign) {
                    return operator;
                }
            }
            throw new IllegalArgumentException("no operator: " + sign);
        }
    }

    /** The value with these variables. */
    default int value(Map<String, Integer> variables) {
        if (this instanceof Constant constant) {
            return constant.number();
        }
        if (this instanceof Variable variable) {
            return variables.getOrDefault(variable.name(), 0);
        }
        var binary = (Binary) this;
        return binary.operator().function.applyAsInt(binary.left().value(variables), binary.right().value(variables));
    }

    /** Reads a formula: operators wait on one stack until those of higher rank have taken their operands from the other. */
    static Expression parse(String text) {
        Deque<Expression> operands = new ArrayDeque<>();
        Deque<Operator> operators = new ArrayDeque<>();
        int at = 0;
        while (at < text.length()) {
            char sign = text.charAt(at);
            int end = at + 1;
            if (Character.isLetterOrDigit(sign)) {
                while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
                    ++end;
                }
                operands.push(operand(text.substring(at, end)));
            } else if (sign == '(') {
                operators.push(Operator.PARENTHESIS);
            } else if (sign == ')') {
                reduce(operands, operators, 1);
                operators.pop();
            } else if (sign != ' ') {
                var operator = Operator.of(sign);
                reduce(operands, operators, operator.rank);
                operators.push(operator);
            }
            at = end;
        }
        reduce(operands, operators, 1);
        return operands.pop();
    }

    private static Expression operand(String word) {
        return Character.isDigit(word.charAt(0)) ? new Constant(Integer.parseInt(word)) : new Variable(word);
    }

    private static void reduce(Deque<Expression> operands, Deque<Operator> operators, int rank) {
        while (!operators.isEmpty() && operators.peek().rank >= rank) {
            var right = operands.pop();
            var left = operands.pop();
            operands.push(new Binary(operators.pop(), left, right));
        }
    }
}
