/** What clients and mediators tell each other, as values and as bytes. */
package tycho.frame;
