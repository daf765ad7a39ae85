/** Classes that ranks can share: records that they send each other, and a call that ends a rank. */
package mpj.tests.programs.messages;
