/** What the packages of the single libraries have in common. */
package mpj.bindings;
