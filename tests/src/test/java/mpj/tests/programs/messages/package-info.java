/** Records that ranks send each other. */
package mpj.tests.programs.messages;
