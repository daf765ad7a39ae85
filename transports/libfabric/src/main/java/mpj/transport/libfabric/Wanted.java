package mpj.transport.libfabric;

/**
 * Which fabric the user asks for; empty where libfabric is to choose.
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

    /** For messages: the properties that say so. */
    String properties() {
        return "-Dmpj.transport=libfabric" + (provider.isEmpty() ? "" : ":" + provider)
            + (domain.isEmpty() ? "" : " -Dmpj.libfabric.domain=" + domain)
            + (networkInterface.isEmpty() ? "" : " -Dmpj.libfabric.interface=" + networkInterface);
    }
}
