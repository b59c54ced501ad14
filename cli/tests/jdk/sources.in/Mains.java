class First {
    public static void main(String[] args) {
        System.out.println("first");
    }
}

class Second {
    public static void main(String[] args) {
        System.out.println("second");
    }
}
