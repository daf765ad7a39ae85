package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;
import mpj.bindings.libc.sockaddr_in;
import mpj.bindings.libc.sockaddr_in6;

/**
 * Finds the file descriptor of a connected channel, which Java does not reveal. It is the descriptor of this process
 * that has the channel's two addresses: no two connections have both in common.
 */
final class SocketDescriptor {
    static final int NONE = -1;
    private static final String OPEN = "/proc/self/fd";
    private static final int ANY = 0;

    private SocketDescriptor() {
    }

    /**
     * A duplicate of a channel's descriptor, which the caller closes, or {@link #NONE} if the descriptor cannot be
     * found.
     */
    static int duplicate(SocketChannel channel) throws IOException {
        InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        Path folder = Linux.file(OPEN);
        if (!Files.isReadable(folder)) {
            return NONE; // there is no /proc
        }
        try (Arena arena = Arena.ofConfined(); DirectoryStream<Path> open = Files.newDirectoryStream(folder)) {
            MemorySegment address = arena.allocate(sockaddr_in6.layout());
            MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
            for (Path each : open) {
                int descriptor = Integer.parseInt(each.getFileName().toString());
                length.set(ValueLayout.JAVA_INT, 0, (int) address.byteSize());
                if (libc_h.getsockname(descriptor, address, length) == 0 && is(local, address)) {
                    length.set(ValueLayout.JAVA_INT, 0, (int) address.byteSize());
                    if (libc_h.getpeername(descriptor, address, length) == 0 && is(remote, address)) {
                        return duplicate(descriptor);
                    }
                }
            }
        }
        return NONE;
    }

    private static boolean is(InetSocketAddress wanted, MemorySegment address) throws IOException {
        int family = Short.toUnsignedInt(sockaddr_in.sin_family(address));
        // Both kinds have the port in the same place, in network byte order.
        int port = Short.toUnsignedInt(Short.reverseBytes(sockaddr_in.sin_port(address)));
        if (port != wanted.getPort()) {
            return false;
        }
        if (family == libc_h.AF_INET()) {
            return is(wanted, sockaddr_in.sin_addr(address).toArray(ValueLayout.JAVA_BYTE));
        }
        return family == libc_h.AF_INET6()
            && is(wanted, sockaddr_in6.sin6_addr(address).toArray(ValueLayout.JAVA_BYTE));
    }

    /** An IPv4 address that is written as an IPv6 address equals it. The scope of a local address does not matter. */
    private static boolean is(InetSocketAddress wanted, byte[] address) throws IOException {
        return InetAddress.getByAddress(wanted.getAddress().getAddress()).equals(InetAddress.getByAddress(address));
    }

    private static int duplicate(int descriptor) {
        try {
            return (int) Fcntl.FCNTL.invokeExact(descriptor, libc_h.F_DUPFD_CLOEXEC(), ANY);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static final class Fcntl {
        static final MethodHandle FCNTL = Linux.linker().downcallHandle(libc_h.fcntl.address(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT), Linker.Option.firstVariadicArg(2));
    }
}
