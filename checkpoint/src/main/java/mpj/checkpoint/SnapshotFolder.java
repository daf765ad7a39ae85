package mpj.checkpoint;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.files.FileReason;

/** The files of one state in a folder. */
record SnapshotFolder(Path folder, String state) implements Source {
    @Override
    public List<Candidate> candidates() throws IOException {
        return names().stream().filter(FileName::isWhole).map(FileName::part).toList();
    }

    @Override
    public Snapshot read(Candidate part) throws IOException {
        return SnapshotFile.read(folder.resolve(new FileName(state, part, true).toString()));
    }

    @Override
    public String where() {
        return "in the folder " + folder + ", ";
    }

    @Override
    public String remedy() {
        return "begin without a checkpoint, with a folder other than " + folder;
    }

    /** All files of the state, also unfinished ones. None if the folder does not exist. */
    List<FileName> names() throws IOException {
        List<FileName> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                FileName name = FileName.parse(file.getFileName().toString());
                if (name != null && name.state().equals(state)) {
                    names.add(name);
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw unreadable(e.getCause());
        } catch (IOException e) {
            throw unreadable(e);
        }
        return names;
    }

    private CheckpointException unreadable(IOException e) {
        return new CheckpointException("the folder " + folder + " cannot be read: " + FileReason.of(e)
            + "; give the user of the job the right to read and write it, or use another folder", e);
    }

    /** Deletes a file if it is there. */
    void delete(FileName name) throws IOException {
        Files.deleteIfExists(folder.resolve(name.toString()));
    }
}
