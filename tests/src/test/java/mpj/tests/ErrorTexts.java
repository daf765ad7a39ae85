package mpj.tests;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Collects the texts of errors, log lines and messages to standard error from sources. It parses the sources and does
 * not compile them. It therefore knows methods only by their names and the number of their arguments, and may also
 * collect a text that belongs to no error.
 *
 * <p>A text is an argument of an exception, of a failure, or of a method that logs or prints. Some texts are made of
 * parts: an argument of a method that puts it into a text, the value of a local variable or a constant, or the result
 * of a method. A part that has several words is also collected.
 */
final class ErrorTexts {
    /**
     * A text.
     *
     * @param file the source file
     * @param line where the text begins
     * @param text literals as they are, and expressions in braces
     * @param words the same without the expressions: {@code {}} stands for each
     * @param seam whether a literal ends in a letter where the next one begins with a letter
     */
    record Text(Path file, long line, String text, String words, boolean seam) implements Comparable<Text> {
        @Override
        public int compareTo(Text other) {
            int byFile = file.compareTo(other.file);
            int byLine = byFile != 0 ? byFile : Long.compare(line, other.line);
            return byLine != 0 ? byLine : text.compareTo(other.text);
        }

        @Override
        public String toString() {
            return file + ":" + line + ": " + text;
        }
    }

    /**
     * A parameter of methods, or the result of methods.
     *
     * @param name the name of the method; a constructor has the name of its class
     * @param index the index of the parameter, or {@link #RESULT}
     */
    private record Part(String name, int parameters, int index) {
        static final int RESULT = -1;
    }

    private static final Pattern ERROR = Pattern.compile("\\w*(Exception|Error|Failure)");
    /** Records that describe an error, if an argument has several words. */
    private static final Pattern TELLING = Pattern.compile("Refused|HostFailed|AgentRefusal|Outcome|Doubt|Unrecorded");
    /** Methods, as {@code receiver.method}, that take a text of an error. */
    private static final Pattern METHOD = Pattern.compile("\\w*\\.(raise|refusal|refused|fail|silent|requireNonNull)"
        + "|(LOG|LOGGER|logger|getLogger)\\.log|err\\.(print|println|printf|write)|(warn|lost)\\.accept"
        + "|(warnings|unfair)\\.add|LastWords\\.of");
    /** Methods that give a lambda the object on which they are called. */
    private static final Set<String> GIVING = Set.of("ifPresent", "map", "forEach");
    private static final Set<String> TEXTS = Set.of("String", "Optional<String>", "List<String>");
    private static final int LONGEST_EXPRESSION = 60;

    private final Path home;
    private final List<CompilationUnitTree> units = new ArrayList<>();
    private final SourcePositions positions;
    /** For each {@code method/parameters}, the files that declare it. */
    private final Map<String, Set<String>> declarers = new HashMap<>();
    /** The parts of texts. Each has the files that declare it, or the classes of constructors. */
    private final Map<Part, Set<String>> parts = new HashMap<>();
    /** Whether the last pass over all files has found another part. */
    private boolean more = true;
    private final Set<Text> texts = new TreeSet<>();

    /**
     * Collects the texts.
     *
     * @param home the folder from which places are named
     * @param files the sources
     * @throws IllegalArgumentException if a source cannot be parsed
     */
    ErrorTexts(Path home, Collection<Path> files) throws IOException {
        this.home = home;
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(said, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, said,
                List.of("-proc:none", "-XDallowStringFolding=false"), null, manager.getJavaFileObjectsFromPaths(files));
            positions = Trees.instance(task).getSourcePositions();
            task.parse().forEach(units::add);
        }
        if (!said.getDiagnostics().isEmpty()) {
            throw new IllegalArgumentException(said.getDiagnostics().toString());
        }
        units.forEach(unit -> new Declarations(owner(unit)).scan(unit, null));
        while (more) {
            more = false;
            units.forEach(unit -> new Search(unit).scan(unit, null));
        }
    }

    /** The texts, sorted by their places. */
    Collection<Text> all() {
        return texts;
    }

    private static String owner(CompilationUnitTree unit) {
        return Path.of(unit.getSourceFile().toUri()).getFileName().toString().replace(".java", "");
    }

    /** Finds what a file declares. */
    private final class Declarations extends TreeScanner<Void, Void> {
        private final String owner;

        Declarations(String owner) {
            this.owner = owner;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            declarers.computeIfAbsent(method.getName() + "/" + method.getParameters().size(), _ -> new HashSet<>())
                .add(owner);
            return super.visitMethod(method, nothing);
        }
    }

    /** Finds the texts of a file, and the other parts of texts. */
    private final class Search extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final Path file;
        private final String owner;
        private final Deque<ClassTree> classes = new ArrayDeque<>();
        private final Deque<MethodTree> methods = new ArrayDeque<>();
        /** The variables whose values were collected: their scopes and names. */
        private final Set<List<Object>> followed = new HashSet<>();
        /** Parameters of lambdas around the tree, and what they stand for. */
        private final Map<String, ExpressionTree> given = new HashMap<>();
        /** Lambdas around the tree, within its method. */
        private int lambdas;

        Search(CompilationUnitTree unit) {
            this.unit = unit;
            file = home.relativize(Path.of(unit.getSourceFile().toUri()));
            owner = owner(unit);
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            int outside = lambdas;
            lambdas = 0;
            classes.push(type);
            super.visitClass(type, nothing);
            classes.pop();
            lambdas = outside;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            methods.push(method);
            super.visitMethod(method, nothing);
            methods.pop();
            return null;
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree lambda, Void nothing) {
            lambdas++;
            super.visitLambdaExpression(lambda, nothing);
            lambdas--;
            return null;
        }

        @Override
        public Void visitReturn(ReturnTree statement, Void nothing) {
            if (lambdas == 0 && !methods.isEmpty() && TEXTS.contains(String.valueOf(methods.peek().getReturnType()))
                && isPart(owner, new Part(methods.peek().getName().toString(),
                    methods.peek().getParameters().size(), Part.RESULT))) {
                collect(statement.getExpression(), true);
            }
            return super.visitReturn(statement, nothing);
        }

        @Override
        public Void visitAssert(AssertTree statement, Void nothing) {
            if (statement.getDetail() != null) {
                collect(statement.getDetail(), false);
            }
            return super.visitAssert(statement, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void nothing) {
            String name = lastName(made.getIdentifier());
            collectArguments(ERROR.matcher(name).matches(), name, name, made.getArguments());
            return super.visitNewClass(made, nothing);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            ExpressionTree called = call.getMethodSelect();
            String name = lastName(called);
            if (name.equals("super") || name.equals("this")) {
                String type = classes.peek().getSimpleName().toString();
                String base = lastName(classes.peek().getExtendsClause());
                collectArguments(ERROR.matcher(type).matches() || ERROR.matcher(base).matches(),
                    name.equals("this") ? type : base, name.equals("this") ? type : base, call.getArguments());
            } else {
                String on = receiver(called);
                boolean text = METHOD.matcher(on + "." + name).matches();
                if (GIVING.contains(name) && call.getArguments().size() == 1
                    && call.getArguments().getFirst() instanceof LambdaExpressionTree lambda) {
                    given.put(lambda.getParameters().getFirst().getName().toString(),
                        ((MemberSelectTree) called).getExpression());
                }
                collectArguments(text, declarer(on, name, call.getArguments().size()), name, call.getArguments());
            }
            return super.visitMethodInvocation(call, nothing);
        }

        /** The file that declares the called method, or null if it may be any file. */
        private String declarer(String on, String name, int arguments) {
            Set<String> owners = declarers.getOrDefault(name + "/" + arguments, Set.of());
            if (on.isEmpty() && owners.contains(owner)) {
                return owner;
            }
            if (!on.isEmpty() && Character.isUpperCase(on.charAt(0))) {
                return on;
            }
            return owners.size() == 1 ? owners.iterator().next() : null;
        }

        private void collectArguments(boolean text, String declarer, String name,
                                      List<? extends ExpressionTree> arguments) {
            for (int i = 0; i < arguments.size(); i++) {
                if (text) {
                    collect(arguments.get(i), false);
                } else if (TELLING.matcher(name).matches() || isPart(declarer, new Part(name, arguments.size(), i))) {
                    collect(arguments.get(i), true);
                }
            }
        }

        /** @param declarer the file that declares the method; null for any file */
        private boolean isPart(String declarer, Part part) {
            Set<String> owners = parts.get(part);
            return owners != null && (declarer == null || owners.contains(declarer));
        }

        private void addPart(String declarer, Part part) {
            more |= parts.computeIfAbsent(part, _ -> new HashSet<>()).add(declarer);
        }

        /** Collects each text that an expression may have. */
        private void collect(ExpressionTree expression, boolean part) {
            if (expression instanceof ParenthesizedTree inner) {
                collect(inner.getExpression(), part);
            } else if (expression instanceof ConditionalExpressionTree either) {
                collect(either.getTrueExpression(), part);
                collect(either.getFalseExpression(), part);
            } else if (expression instanceof SwitchExpressionTree choice) {
                results(choice).forEach(result -> collect(result, part));
            } else {
                Pieces pieces = new Pieces();
                pieces.add(expression);
                boolean several = pieces.words.toString().strip().contains(" ");
                if (pieces.literals && (several || !part)) {
                    long start = positions.getStartPosition(unit, expression);
                    texts.add(new Text(file, unit.getLineMap().getLineNumber(start), pieces.text.toString(),
                        pieces.words.toString(), pieces.seam));
                }
                pieces.others.forEach(this::follow);
            }
        }

        /** Follows a part of a text to its source. */
        private void follow(ExpressionTree expression) {
            if (expression instanceof IdentifierTree name) {
                followName(name.getName().toString());
            } else if (expression instanceof MethodInvocationTree call) {
                String name = lastName(call.getMethodSelect());
                int arguments = call.getArguments().size();
                String declarer = declarer(receiver(call.getMethodSelect()), name, arguments);
                if (declarer != null) {
                    addPart(declarer, new Part(name, arguments, Part.RESULT));
                }
            }
        }

        private void followName(String name) {
            if (!methods.isEmpty()) {
                MethodTree method = methods.peek();
                List<? extends VariableTree> parameters = method.getParameters();
                boolean constructs = method.getName().contentEquals("<init>");
                for (int i = 0; i < parameters.size(); i++) {
                    if (parameters.get(i).getName().contentEquals(name)) {
                        if (lastName(parameters.get(i).getType()).equals("String")) {
                            String type = classes.peek().getSimpleName().toString();
                            addPart(constructs ? type : owner, new Part(constructs ? type
                                : method.getName().toString(), parameters.size(), i));
                        }
                        return;
                    }
                }
                if (given.containsKey(name)) {
                    follow(given.get(name));
                } else if (followed.add(List.of(method, name))) {
                    new Values(name).scan(method.getBody(), null);
                }
            }
            for (ClassTree type : classes) {
                for (Tree member : type.getMembers()) {
                    if (member instanceof VariableTree variable && variable.getName().contentEquals(name)
                        && variable.getInitializer() != null && followed.add(List.of(member, name))) {
                        collect(variable.getInitializer(), true);
                    }
                }
            }
        }

        /** Collects the values of a local variable. */
        private final class Values extends TreeScanner<Void, Void> {
            private final String name;

            Values(String name) {
                this.name = name;
            }

            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                if (variable.getName().contentEquals(name) && variable.getInitializer() != null) {
                    collect(variable.getInitializer(), true);
                }
                return super.visitVariable(variable, nothing);
            }

            @Override
            public Void visitAssignment(AssignmentTree assignment, Void nothing) {
                if (assignment.getVariable() instanceof IdentifierTree variable
                    && variable.getName().contentEquals(name)) {
                    collect(assignment.getExpression(), true);
                }
                return super.visitAssignment(assignment, nothing);
            }
        }
    }

    private static List<ExpressionTree> results(SwitchExpressionTree choice) {
        List<ExpressionTree> results = new ArrayList<>();
        for (CaseTree each : choice.getCases()) {
            if (each.getBody() instanceof ExpressionTree result) {
                results.add(result);
            } else {
                Tree body = each.getBody();
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitYield(YieldTree statement, Void nothing) {
                        results.add(statement.getValue());
                        return null;
                    }
                }.scan(body == null ? each.getStatements() : List.of(body), null);
            }
        }
        return results;
    }

    /** The receiver of a method call; empty if the call has none. */
    private static String receiver(ExpressionTree method) {
        return method instanceof MemberSelectTree select ? lastName(select.getExpression()) : "";
    }

    private static String lastName(Tree tree) {
        return switch (tree) {
            case MemberSelectTree select -> select.getIdentifier().toString();
            case MethodInvocationTree call -> lastName(call.getMethodSelect());
            case IdentifierTree identifier -> identifier.getName().toString();
            case ParameterizedTypeTree type -> lastName(type.getType());
            case null, default -> "";
        };
    }

    /** The pieces of a concatenation. */
    private static final class Pieces {
        private static final Set<String> UNCHANGED = Set.of("toString", "toList");
        private static final Set<String> FILLED = Set.of("formatted", "getBytes");

        final StringBuilder text = new StringBuilder();
        final StringBuilder words = new StringBuilder();
        /** The parts that are not literals. */
        final List<ExpressionTree> others = new ArrayList<>();
        boolean literals;
        boolean seam;
        private boolean afterLetter;

        void add(ExpressionTree expression) {
            switch (expression) {
                case ParenthesizedTree inner -> add(inner.getExpression());
                case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS -> {
                    add(sum.getLeftOperand());
                    add(sum.getRightOperand());
                }
                case LiteralTree literal when literal.getValue() instanceof String string -> addLiteral(string);
                case LiteralTree literal when literal.getValue() instanceof Character c -> addLiteral(c.toString());
                case ConditionalExpressionTree either ->
                    choose(List.of(either.getTrueExpression(), either.getFalseExpression()), either);
                case SwitchExpressionTree choice -> choose(results(choice), choice);
                case NewClassTree made when lastName(made.getIdentifier()).equals("StringBuilder") ->
                    made.getArguments().forEach(this::add);
                case MethodInvocationTree call when call.getMethodSelect() instanceof MemberSelectTree select ->
                    addCall(call, select.getExpression(), select.getIdentifier().toString());
                default -> addOther(expression);
            }
        }

        private void addLiteral(String string) {
            if (!string.isEmpty()) {
                seam |= afterLetter && Character.isLetterOrDigit(string.charAt(0));
                afterLetter = Character.isLetterOrDigit(string.charAt(string.length() - 1));
            }
            literals = true;
            String shown = string.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
            text.append(shown);
            words.append(shown);
        }

        /** Looks into calls that make one text of several. */
        private void addCall(MethodInvocationTree call, ExpressionTree on, String name) {
            List<? extends ExpressionTree> arguments = call.getArguments();
            ExpressionTree first = arguments.isEmpty() ? null : arguments.getFirst();
            ExpressionTree body = first instanceof LambdaExpressionTree lambda
                && lambda.getBody() instanceof ExpressionTree result ? result : null;
            if (name.equals("append")) {
                add(on);
                add(first);
            } else if (first == null ? UNCHANGED.contains(name) : FILLED.contains(name)) {
                add(on);
            } else if (name.equals("of") && lastName(on).equals("Optional")) {
                add(first);
            } else if (name.equals("format") && lastName(on).equals("String")) {
                add(lastName(first).equals("ROOT") ? arguments.get(1) : first);
            } else if (name.equals("map") && body != null) {
                add(body);
            } else if (name.equals("or") && body != null) {
                others.addAll(List.of(on, body));
            } else if (name.equals("orElse")) {
                choose(List.of(on, first), call);
            } else {
                addOther(call);
            }
        }

        private void addOther(ExpressionTree expression) {
            afterLetter = false;
            others.add(expression);
            String shown = expression.toString().replaceAll("\\s+", " ");
            text.append('{').append(shown.length() > LONGEST_EXPRESSION
                ? shown.substring(0, LONGEST_EXPRESSION) + "…" : shown).append('}');
            words.append("{}");
        }

        /** Shows the alternatives if they have literals: {@code [one|other]}. */
        private void choose(List<ExpressionTree> alternatives, ExpressionTree all) {
            List<Pieces> each = alternatives.stream().map(alternative -> {
                Pieces pieces = new Pieces();
                pieces.add(alternative);
                return pieces;
            }).toList();
            if (each.stream().noneMatch(pieces -> pieces.literals)) {
                addOther(all);
                return;
            }
            literals = true;
            afterLetter = false;
            for (int i = 0; i < each.size(); i++) {
                text.append(i == 0 ? '[' : '|').append(each.get(i).text);
                words.append(i == 0 ? '[' : '|').append(each.get(i).words);
                others.addAll(each.get(i).others);
                seam |= each.get(i).seam;
            }
            text.append(']');
            words.append(']');
        }
    }
}
