/** The mediator: it keeps the registry of its site with the others, and relays what clients cannot send directly. */
package tycho.mediator;
