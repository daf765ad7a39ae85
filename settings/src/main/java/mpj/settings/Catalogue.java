package mpj.settings;

import java.util.List;

/**
 * The settings of one module: a service, which stands in its {@code module-info.java} and in
 * {@code META-INF/services}.
 */
public interface Catalogue {
    /**
     * What these are settings of: the heading in docs/settings.md.
     *
     * @return such as {@code Transport nio}
     */
    String title();

    /**
     * All of them, in the order of the documents' table.
     *
     * @return the settings
     */
    List<Setting<?>> settings();
}
