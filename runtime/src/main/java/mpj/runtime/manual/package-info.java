/** The manual pages of commands that have few options. */
package mpj.runtime.manual;
