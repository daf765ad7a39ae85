package mpj.runtime.host;

import java.util.List;
import java.util.Map;

/**
 * What every rank of a job runs, whatever its host.
 *
 * @param mainClass whose main is called
 * @param arguments of the program
 * @param properties as name or name=value
 * @param jvmOptions the user's own
 * @param environment variables to set
 */
public record RankProgram(String mainClass, List<String> arguments, List<String> properties, List<String> jvmOptions,
                          Map<String, String> environment) {
}
