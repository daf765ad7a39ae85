/**
 * libibverbs: InfiniBand, RoCE and iWARP. {@link mpj.bindings.verbs.verbs_h} has functions and constants. Posting and
 * polling are inline in the C header; they go through {@link mpj.bindings.verbs.ibv_context_ops}.
 */
package mpj.bindings.verbs;
