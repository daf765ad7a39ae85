/** The properties that a user may set: what they are called, which values they take, what they mean. */
module mpj.settings {
    exports mpj.settings;
    uses mpj.settings.Catalogue;
}
