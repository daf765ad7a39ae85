package mpj.transport.libfabric;

/**
 * The fabric that the user asks for. A part is empty where libfabric should choose.
 *
 * @param provider a provider's name as fi_info shows it, such as {@code tcp} or {@code verbs;ofi_rxm}
 * @param domain a domain's name
 * @param networkInterface the name or the address of a network interface
 */
record Wanted(String provider, String domain, String networkInterface) {
    static final Wanted ANYTHING = new Wanted("", "", "");

    static Wanted of(String argument) {
        return new Wanted(argument, LibfabricProperties.DOMAIN.value(), LibfabricProperties.INTERFACE.value());
    }

    /** Whether the user names one of the provider's networks. */
    boolean namesNetwork() {
        return !domain.isEmpty() || !networkInterface.isEmpty();
    }

    /** The properties that name this fabric, for error messages. */
    String properties() {
        return "-Dmpj.transport=libfabric" + (provider.isEmpty() ? "" : ":" + provider)
            + (domain.isEmpty() ? "" : " -Dmpj.libfabric.domain=" + domain)
            + (networkInterface.isEmpty() ? "" : " -Dmpj.libfabric.interface=" + networkInterface);
    }
}
