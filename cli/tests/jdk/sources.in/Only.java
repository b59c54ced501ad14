class Greeting {
    public static void main(String[] args) {
        System.out.println("the only main");
    }
}
