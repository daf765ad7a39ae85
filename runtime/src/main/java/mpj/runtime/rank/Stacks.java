package mpj.runtime.rank;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What this JVM's threads are doing. Asked of the JVM itself, so that neither a JDK's tools nor files in a shared
 * folder are needed on the host.
 */
final class Stacks {
    private Stacks() {
    }

    /** As jcmd's Thread.print gives it; where this JVM has no diagnostic commands, the stacks alone. */
    static String print() {
        try {
            Object text = ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "threadPrint",
                new Object[] {new String[0]}, new String[] {String[].class.getName()});
            return text.toString();
        } catch (JMException | LinkageError e) {
            return plain();
        }
    }

    private static String plain() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            text.append('"').append(thread.getKey().getName()).append("\" ").append(thread.getKey().getState());
            for (StackTraceElement frame : thread.getValue()) {
                text.append("\n\tat ").append(frame);
            }
            text.append("\n\n");
        }
        return text.toString();
    }
}
