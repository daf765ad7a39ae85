package mpj.transport.libfabric;

import mpj.transport.spi.TransportException;

/**
 * Carries out {@code mpjrun --fabrics}, which lists the fabrics that {@code -Dmpj.transport=libfabric:} can use on this
 * machine, as fi_info does.
 */
public final class Fabrics {
    private Fabrics() {
    }

    /**
     * Prints the list.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        try (FabricQuery query = new FabricQuery(Libfabric.open())) {
            for (FabricInfo info : query.all()) {
                System.out.println("provider: " + info.provider());
                System.out.println("    fabric: " + info.fabric());
                System.out.println("    domain: " + info.domain());
                System.out.println("    version: " + (info.providerVersion() >>> 16) + "."
                    + (info.providerVersion() & 0xFFFF));
                System.out.println("    type: " + info.endpointType());
                System.out.println("    protocol: " + info.protocol());
            }
        } catch (TransportException e) {
            System.err.println("mpjrun: " + e.getMessage());
            System.exit(1);
        }
    }
}
