package mpj.watch;

import mpj.tools.Site;

/**
 * Where a call comes from.
 *
 * @param inWords line and method as events have them: made once, since the recorder finds a text that it has seen
 *     before by its identity
 */
record CallPlace(Site site, String inWords) {
    CallPlace(Site site) {
        this(site, site.line() + " (" + site.method() + ")");
    }
}
