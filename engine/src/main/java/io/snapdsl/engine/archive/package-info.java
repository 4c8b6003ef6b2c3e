/**
 * Tar archives to stored trees and back: that is how an engine hands out and takes in the files of a volume.
 *
 * <p>Written here and not taken from a library because names, link targets and attributes are bytes to us, and the
 * libraries for Java turn them into text and back.
 */
package io.snapdsl.engine.archive;
