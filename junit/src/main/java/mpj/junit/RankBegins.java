package mpj.junit;

import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Reports, in a rank, that the rank begins the test. The time limit counts from then on. */
record RankBegins() implements BeforeTestExecutionCallback {
    @Override
    public void beforeTestExecution(ExtensionContext context) throws Exception {
        AnyApi api = AnyApi.of(context.getRequiredTestClass().getClassLoader());
        Verdicts.tell(new Verdict(api.rank(), Verdict.End.BEGUN, null));
    }
}
