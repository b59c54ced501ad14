/** A program that is measured: the same work each time, in one virtual machine. */
public interface Workload {
    /** Does the work once; what it gives must not depend on time or chance. */
    byte[] run() throws Exception;
}
