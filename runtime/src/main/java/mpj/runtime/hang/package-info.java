/** Why a job hangs: what a rank is doing, and who waits for whom. */
package mpj.runtime.hang;
