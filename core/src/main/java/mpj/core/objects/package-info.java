/** Object messages: serialized, as rows, or by reference between ranks of one JVM. */
package mpj.core.objects;
