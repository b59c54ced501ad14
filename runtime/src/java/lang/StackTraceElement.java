package java.lang;

/** One call in a stack trace. */
public final class StackTraceElement {

    private final String declaringClass;
    private final String methodName;
    private final String fileName;
    private final int lineNumber;

    /** A call of a method, at a line of a file. */
    public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
        this.declaringClass = declaringClass;
        this.methodName = methodName;
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    /** Name of the class that declares the method. */
    public String getClassName() {
        return declaringClass;
    }

    /** Name of the method. */
    public String getMethodName() {
        return methodName;
    }

    /** Name of the source file, or null. */
    public String getFileName() {
        return fileName;
    }

    /** Line in the source file, or negative. */
    public int getLineNumber() {
        return lineNumber;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof StackTraceElement)) {
            return false;
        }
        StackTraceElement element = (StackTraceElement) other;
        return lineNumber == element.lineNumber && declaringClass.equals(element.declaringClass)
                && methodName.equals(element.methodName)
                && (fileName == null ? element.fileName == null : fileName.equals(element.fileName));
    }

    @Override
    public int hashCode() {
        return declaringClass.hashCode() * 31 + methodName.hashCode() + lineNumber;
    }

    @Override
    public String toString() {
        String place = "Unknown Source";
        if (fileName != null) {
            place = lineNumber < 0 ? fileName : fileName + ":" + lineNumber;
        }
        return declaringClass + "." + methodName + "(" + place + ")";
    }
}
