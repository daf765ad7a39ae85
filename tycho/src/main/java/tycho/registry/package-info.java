/** What the registry knows: entries of producers and consumers, patterns of topics, and queries. */
package tycho.registry;
