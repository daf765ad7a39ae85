/** How values lie in a message: lengths and counts are checked before anything is allocated for them. */
package tycho.wire;
