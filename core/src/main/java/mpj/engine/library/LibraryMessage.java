package mpj.engine.library;

import mpj.engine.MatchedMessage;
import mpj.engine.Probed;

/** A message that a library has matched for a probe. */
final class LibraryMessage extends MatchedMessage {
    final LibraryCommunicator communicator;
    final long handle;

    LibraryMessage(LibraryCommunicator communicator, long handle, Probed probed) {
        super(probed);
        this.communicator = communicator;
        this.handle = handle;
    }
}
