/**
 * libibverbs: InfiniBand, RoCE and iWARP. {@link mpj.bindings.verbs.verbs_h} has functions and constants. The functions
 * that post and poll are inline functions in the C header. They call through
 * {@link mpj.bindings.verbs.ibv_context_ops}.
 */
package mpj.bindings.verbs;
