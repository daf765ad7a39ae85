package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/** Processors in the form of the kernel, such as 0-3,8. */
final class CpuList {
    private CpuList() {
    }

    /** The processors that a file lists; none if there is no such file, or if it has another form. */
    static BitSet read(Path file) {
        try {
            return parse(Files.readString(file).strip());
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return new BitSet();
        }
    }

    private static BitSet parse(String text) {
        BitSet cpus = new BitSet();
        for (String run : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] ends = run.split("-");
            cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cpus;
    }

    /** The form of the kernel; empty if there are none. */
    static String text(BitSet cpus) {
        StringBuilder text = new StringBuilder();
        for (int first = cpus.nextSetBit(0); first >= 0;) {
            int end = cpus.nextClearBit(first);
            text.append(text.isEmpty() ? "" : ",").append(first).append(end - first > 1 ? "-" + (end - 1) : "");
            first = cpus.nextSetBit(end);
        }
        return text.toString();
    }
}
