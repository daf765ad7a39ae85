/** The means to observe a running rank: events of JDK Flight Recorder, and the interface for tools. */
@SuppressWarnings("module") // the module that this is exported to is built later
module mpj.events {
    // A JVM may lack this module, for example one that jlink has made. Nothing is recorded then.
    requires static jdk.jfr;
    requires transitive java.management;
    requires transitive mpj.settings;

    exports mpj.tools;
    exports mpj.watch to mpj.core;

    uses mpj.tools.Tool;
    provides mpj.settings.Catalogue with mpj.watch.WatchProperties;
}
