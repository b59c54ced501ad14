public class Instance {
    public void main(String[] args) {
        System.out.println("never");
    }
}
