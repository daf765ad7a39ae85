/** What can be seen of a running rank: events of JDK Flight Recorder, and the interface for tools. */
module mpj.events {
    // A JVM may lack it, as one that jlink has made may; then nothing is recorded.
    requires static jdk.jfr;
    requires transitive mpj.settings;
}
