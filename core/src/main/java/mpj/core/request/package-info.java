/** How operations that are under way are completed. */
package mpj.core.request;
