/** Collective algorithms as schedules of messages, copies and reductions; knows ranks, not transports. */
module mpj.collectives {
    requires transitive mpj.settings;
    exports mpj.collectives;
    exports mpj.collectives.neighbor;
    provides mpj.settings.Catalogue with mpj.collectives.CollectiveProperties;
}
