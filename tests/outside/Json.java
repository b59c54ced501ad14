import org.json.simple.JSONArray;
import org.json.simple.JSONObject;
import org.json.simple.JSONValue;
import org.json.simple.parser.JSONParser;

/** JSON.simple: a text read and written. */
public class Json {

    public static void main(String[] args) throws Exception {
        Object value = new JSONParser().parse("{\"a\":[1,2.5,-3e2,true,null,\"x\\u00e9\\n\"],\"b\":{\"c\":\"d\"}}");
        System.out.println(JSONValue.toJSONString(value));
        JSONArray list = (JSONArray) ((JSONObject) value).get("a");
        for (Object item : list) {
            System.out.println(item == null ? "null" : item.getClass().getSimpleName() + " " + item);
        }
    }
}
