package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which lost ranks are replaced. */
@Timeout(60)
class ReplacementsTest {
    @Test
    void lostRanksAreForgivenWhenAllAreReplaced() throws InterruptedException {
        Replacements replacements = new Replacements(3);
        replacements.lost(7);
        replacements.lost(9);
        assertEquals(7, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        assertEquals(7, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        assertEquals(0, replacements.exitCode());
        replacements.giveUp(1);
        assertEquals(7, replacements.exitCode());
    }

    @Test
    void noMoreThanTheUserAllowsAreReplaced() throws InterruptedException {
        Replacements replacements = new Replacements(2);
        replacements.lost(1);
        assertEquals("", replacements.begin(1));
        assertTrue(replacements.begin(2).startsWith("--respawn 2: 1 rank was replaced already, so 2 more"));
        assertTrue(new Replacements(0).begin(1).contains("mpjrun --respawn N"));
    }

    @Test
    void jobWhoseRanksCannotBeReplacedIsRefused() {
        Replacements.check(0, 2, "threads");
        Replacements.check(1, 1, "threads,shm");
        Replacements.check(1, 1, "");
        assertTrue(refusal(2, 1, "threads").startsWith("--respawn 2: over -Dmpj.transport=threads"));
        assertTrue(refusal(2, 1, "mpi").contains("choose another transport, such as -Dmpj.transport=shm"));
        assertTrue(refusal(1, 2, "shm").startsWith("--respawn 1: the ranks of a job of 2 programs"));
    }

    private static String refusal(int most, int programs, String transport) {
        return assertThrows(UsageException.class, () -> Replacements.check(most, programs, transport)).getMessage();
    }

    @Test
    void replacementsWaitUntilTheLauncherKnowsOfTheLoss() throws Exception {
        Replacements replacements = new Replacements(1);
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                answer.complete(replacements.begin(1));
            } catch (InterruptedException e) {
                answer.completeExceptionally(e);
            }
        });
        replacements.lost(1);
        assertEquals("", answer.get(30, TimeUnit.SECONDS));
    }

    @Test
    void requestThatWaitsTakesNoLossFromAnother() throws Exception {
        Replacements replacements = new Replacements(2);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            answers.add(new CompletableFuture<>());
            CompletableFuture<String> answer = answers.getLast();
            Thread thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    answer.complete(replacements.begin(1));
                } catch (InterruptedException e) {
                    answer.completeExceptionally(e);
                }
            });
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // the class has a limit
            }
        }
        replacements.lost(1);
        CompletableFuture.anyOf(answers.get(0), answers.get(1)).get(30, TimeUnit.SECONDS);
        replacements.lost(1);
        for (CompletableFuture<String> answer : answers) {
            assertEquals("", answer.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void ranksThatMoveDoNotCountAmongTheLostOnes() throws InterruptedException {
        Replacements replacements = new Replacements(1);
        replacements.moved();
        assertEquals(0, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        replacements.lost(9);
        assertEquals(9, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        assertEquals(0, replacements.exitCode());
        assertTrue(replacements.begin(1).startsWith("--respawn 1, and 1 moved: 2 ranks were replaced already"));
    }
}
