/** Collective algorithms as schedules of messages, copies and reductions; knows ranks, not transports. */
module mpj.collectives {
    exports mpj.collectives;
    exports mpj.collectives.neighbor;
}
