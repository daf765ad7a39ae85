/** The API of clients: a client registers producers and consumers, finds others, and exchanges messages with them. */
package tycho;
