package mpj.junit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs a test of {@link MpiTest} as jobs, one for each transport. In a rank of such a job, it runs the method itself.
 */
final class MpiTestExtension implements TestTemplateInvocationContextProvider {
    /** JUnit's parameter that a rank has, and no other JVM. Its value is the transport. */
    static final String IN_RANK = "mpj.junit.transport";

    /** One run of the method. */
    private record Invocation(String name, List<Extension> extensions) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return name;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return extensions;
        }
    }

    /** Called by JUnit. */
    MpiTestExtension() {
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getTestMethod().flatMap(method -> AnnotationSupport.findAnnotation(method, MpiTest.class))
            .isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        String inRank = context.getConfigurationParameter(IN_RANK).orElse(null);
        if (inRank != null) {
            return Stream.of(new Invocation(inRank, List.of(new WorldParameter(true), new RankBegins())));
        }
        Method method = context.getRequiredTestMethod();
        MpiTest test = AnnotationSupport.findAnnotation(method, MpiTest.class).orElseThrow();
        Arguments.check(test, context.getRequiredTestClass(), method);
        return Arrays.stream(test.transport()).map(transport -> new Invocation(
            transport + ", " + test.ranks() + (test.ranks() == 1 ? " rank" : " ranks"),
            List.of(new WorldParameter(false), new JobInterceptor(test, transport))));
    }
}
