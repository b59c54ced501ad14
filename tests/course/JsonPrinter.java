import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses JSON by recursive descent and prints it again, indented. */
public class JsonPrinter {
    private final String text;
    private int at;

    JsonPrinter(String text) {
        this.text = text;
    }

    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new IllegalStateException("expected '" + c + "' at " + at + ", found '" + peek() + "'");
        }
        at++;
    }

    Object value() {
        switch (peek()) {
            case '{': {
                Map<String, Object> object = new LinkedHashMap<>();
                at++;
                while (peek() != '}') {
                    if (!object.isEmpty()) {
                        expect(',');
                    }
                    String key = string();
                    expect(':');
                    object.put(key, value());
                }
                at++;
                return object;
            }
            case '[': {
                List<Object> list = new ArrayList<>();
                at++;
                while (peek() != ']') {
                    if (!list.isEmpty()) {
                        expect(',');
                    }
                    list.add(value());
                }
                at++;
                return list;
            }
            case '"':
                return string();
            default:
                int start = at;
                while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) {
                    at++;
                }
                String word = text.substring(start, at);
                return switch (word) {
                    case "true", "false" -> Boolean.valueOf(word);
                    case "null" -> null;
                    default -> Double.valueOf(word);
                };
        }
    }

    private String string() {
        expect('"');
        int end = text.indexOf('"', at);
        String string = text.substring(at, end);
        at = end + 1;
        return string;
    }

    static void print(Object value, String indent, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            out.append("{\n");
            String separator = "";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator).append(indent).append("  \"").append(entry.getKey()).append("\": ");
                print(entry.getValue(), indent + "  ", out);
                separator = ",\n";
            }
            out.append('\n').append(indent).append('}');
        } else if (value instanceof List<?> list) {
            out.append('[');
            for (int i = 0; i < list.size(); i++) {
                out.append(i == 0 ? "" : ", ");
                print(list.get(i), indent + "  ", out);
            }
            out.append(']');
        } else if (value instanceof String string) {
            out.append('"').append(string).append('"');
        } else {
            out.append(value);
        }
    }

    public static void main(String[] args) {
        String text = "{\"name\": \"JOP\", \"year\": 2005, \"open\": true, \"cores\": [1, 2, [4, 8]],"
                + " \"board\": {\"fpga\": \"Cyclone\", \"memory\": {\"kind\": \"SRAM\", \"mb\": 1.5}}, \"none\": null}";
        StringBuilder out = new StringBuilder();
        print(new JsonPrinter(text).value(), "", out);
        System.out.println(out);
        try {
            new JsonPrinter("{\"a\" 1}").value();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }
}
