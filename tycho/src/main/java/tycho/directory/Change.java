package tycho.directory;

import tycho.registry.Entry;

/**
 * What happened to an entry.
 *
 * @param news  the event
 * @param entry the entry
 */
public record Change(News news, Entry entry) {
}
