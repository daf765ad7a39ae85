package mpj.junit;

import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** In a rank: tells that its part of the test begins, from when on its time counts. */
record RankBegins() implements BeforeTestExecutionCallback {
    @Override
    public void beforeTestExecution(ExtensionContext context) throws Exception {
        AnyApi api = AnyApi.of(context.getRequiredTestClass().getClassLoader());
        Verdicts.tell(new Verdict(api.rank(), Verdict.End.BEGUN, null));
    }
}
