/**
 * Collectives as {@linkplain mpj.collectives.Schedule schedules}: an {@link mpj.collectives.Algorithm} writes, for one
 * {@link mpj.collectives.Problem}, the {@link mpj.collectives.Steps} of one rank; an {@link mpj.collectives.Execution}
 * carries them out on a {@link mpj.collectives.Machine}, at once or a little at a time. So one algorithm serves the
 * blocking, non-blocking and persistent forms, and knows ranks and bytes only.
 */
package mpj.collectives;
