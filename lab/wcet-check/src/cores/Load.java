/** Work of the other cores: accesses of all kinds, in turns that no period fits. */
final class Load {
    static int[] words = new int[61];
    static int field;
    static int started;
    static Load object = new Load();
    int value;

    /** Core 0 calls this when the classes are initialised; the others begin when it does. */
    static int start() {
        if (started != 0) {
            forever();
        }
        return started;
    }

    static void forever() {
        int at = 0;
        for (;;) {
            for (int i = 0; i < 40; ++i) {
                words[at] = words[(at * 7 + 3) % 61] + field;
                field = at;
                object.value += field;
                at = at == 60 ? 0 : at + 1;
            }
            for (int i = 0; i < 9; ++i) {
                writes(at);
                longer(at, i);
            }
            for (int i = 0; i < 30; ++i) {
                field = words[i] ^ words[i + 20];
            }
        }
    }

    static void writes(int at) {
        field = at;
        field = at;
        field = at;
        field = at;
        field = at;
        field = at;
    }

    static int longer(int x, int y) {
        int a = x * 3 + y;
        a += words[x] - words[y];
        a ^= x << 3;
        a += (a >> 2) + y;
        a -= words[x] & 0xff;
        a ^= y << 5;
        a += (a >> 4) - x;
        a |= words[y];
        a += x * 5 + y;
        a ^= x << 7;
        a += (a >> 1) + words[x];
        a -= y & 0xfff;
        a ^= a << 2;
        object.value = a;
        return a + object.value;
    }
}
