public class Wrong {

    int wrong() {
        return "text";
    }
}
