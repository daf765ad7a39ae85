/**
 * Collective algorithms as schedules of messages, copies and reductions. This module knows ranks, and no transports.
 */
module mpj.collectives {
    requires transitive mpj.settings;
    exports mpj.collectives;
    exports mpj.collectives.neighbor;
    exports mpj.collectives.selection;
    exports mpj.collectives.shared;
    provides mpj.settings.Catalogue with mpj.collectives.selection.CollectiveProperties;
}
