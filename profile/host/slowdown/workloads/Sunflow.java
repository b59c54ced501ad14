import java.io.ByteArrayOutputStream;
import org.sunflow.SunflowAPI;
import org.sunflow.core.Display;
import org.sunflow.image.Color;
import org.sunflow.math.Matrix4;
import org.sunflow.math.Point3;
import org.sunflow.math.Vector3;

/** Spheres drawn by tracing rays. */
public final class Sunflow implements Workload {
    /** Keeps the picture's points. */
    private static final class Picture implements Display {
        int[] points;
        int width;
        public void imageBegin(int w, int h, int bucketSize) {
            points = new int[w * h];
            width = w;
        }
        public void imagePrepare(int x, int y, int w, int h, int id) {
        }
        public void imageUpdate(int x, int y, int w, int h, Color[] data, float[] alpha) {
            for (int i = 0; i < w * h; ++i) {
                points[(y + i / w) * width + x + i % w] = data[i].toRGB();
            }
        }
        public void imageFill(int x, int y, int w, int h, Color c, float alpha) {
        }
        public void imageEnd() {
        }
    }

    @Override
    public byte[] run() throws Exception {
        SunflowAPI scene = new SunflowAPI();
        scene.parameter("threads", 1);
        scene.parameter("threads.lowPriority", false);
        scene.parameter("resolutionX", 320);
        scene.parameter("resolutionY", 240);
        scene.parameter("aa.min", 0);
        scene.parameter("aa.max", 1);
        scene.options(SunflowAPI.DEFAULT_OPTIONS);
        scene.parameter("transform", Matrix4.lookAt(new Point3(0, -12, 6), new Point3(0, 0, 1), new Vector3(0, 0, 1)));
        scene.parameter("fov", 45f);
        scene.camera("eye", "pinhole");
        scene.parameter("camera", "eye");
        scene.options(SunflowAPI.DEFAULT_OPTIONS);
        scene.parameter("maxdist", 4f);
        scene.parameter("samples", 16);
        scene.shader("grey", "ambient_occlusion");
        scene.parameter("color", null, new float[] {0.7f, 0.8f, 0.9f});
        scene.shader("mirror", "mirror");
        for (int i = 0; i < 60; ++i) {
            String name = "ball" + i;
            scene.geometry(name, "sphere");
            scene.parameter("transform", Matrix4.translation(i % 8 - 4, i / 8 - 3, i * 7 % 5 * 0.6f)
                    .multiply(Matrix4.scale(0.4f + i % 3 * 0.2f)));
            scene.parameter("shaders", i % 4 == 0 ? "mirror" : "grey");
            scene.instance(name + ".instance", name);
        }
        Picture picture = new Picture();
        scene.render(SunflowAPI.DEFAULT_OPTIONS, picture);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int point : picture.points) {
            out.write(point);
            out.write(point >> 8);
            out.write(point >> 16);
        }
        return out.toByteArray();
    }
}
