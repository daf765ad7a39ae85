/**
 * Collectives as {@linkplain mpj.collectives.Schedule schedules}. An {@link mpj.collectives.Algorithm} writes the
 * {@link mpj.collectives.Steps} of one rank for one {@link mpj.collectives.Problem}. An {@link
 * mpj.collectives.Execution} carries these steps out on a {@link mpj.collectives.Machine}, all at once or a few at a
 * time. So one algorithm serves the blocking, non-blocking and persistent forms, and knows only ranks and bytes.
 */
package mpj.collectives;
