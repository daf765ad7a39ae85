package mpj.settings;

import java.util.List;

/**
 * The settings of one module. This is a service: the module names its catalogue in its {@code module-info.java} and in
 * {@code META-INF/services}.
 */
public interface Catalogue {
    /**
     * The subject of these settings, which is their heading in docs/settings.md.
     *
     * @return the heading, such as {@code Transport nio}
     */
    String title();

    /**
     * All settings of the module, in the order of the documents' table.
     *
     * @return the settings
     */
    List<Setting<?>> settings();
}
