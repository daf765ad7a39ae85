package mpj.watch;

import mpj.tools.Site;

/**
 * The place of a call.
 *
 * @param inWords line and method as events contain them; made only once, because the recorder recognizes a text that it
 *     has seen before by its identity
 */
record CallPlace(Site site, String inWords) {
    CallPlace(Site site) {
        this(site, site.line() + " (" + site.method() + ")");
    }
}
