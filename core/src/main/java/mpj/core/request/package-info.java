/** How operations that are under way come to their end. */
package mpj.core.request;
