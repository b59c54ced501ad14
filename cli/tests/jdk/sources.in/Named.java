class Otherwise {

    public static void main(String[] args) {
    }
}
