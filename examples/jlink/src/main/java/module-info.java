/** A program that is a module. */
module app {
    requires mpj;
}
