/** What can be seen of a running rank: events of JDK Flight Recorder, and the interface for tools. */
@SuppressWarnings("module") // that it is exported to is built after it
module mpj.events {
    // A JVM may lack it, as one that jlink has made may; then nothing is recorded.
    requires static jdk.jfr;
    requires transitive java.management;
    requires transitive mpj.settings;

    exports mpj.tools;
    exports mpj.watch to mpj.core;

    uses mpj.tools.Tool;
    provides mpj.settings.Catalogue with mpj.watch.WatchProperties;
}
