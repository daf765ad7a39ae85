/** The properties that a user may set: their names, values and meanings. */
module mpj.settings {
    exports mpj.settings;
    uses mpj.settings.Catalogue;
}
