package mpj.junit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs a job in place of the test method. The methods before and after it run in the ranks only. */
record JobInterceptor(MpiTest test, String transport) implements InvocationInterceptor {
    @Override
    public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                            ExtensionContext context) throws Throwable {
        invocation.skip();
        new TestJob(test, transport, context.getRequiredTestClass()).run(context.getParent().orElseThrow()
            .getUniqueId());
    }

    @Override
    public void interceptBeforeEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                          ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method,
                                         ExtensionContext context) {
        invocation.skip();
    }
}
