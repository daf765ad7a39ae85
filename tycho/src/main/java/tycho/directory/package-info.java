/** The soft state of a mediator: replicas of entries, how two replicas of an entry merge, and when entries lapse. */
package tycho.directory;
