/** Transport between the JVMs of one host, through mapped memory. */
module mpj.transport.shm {
    requires mpj.transport.spi;
    requires mpj.bindings;
}
