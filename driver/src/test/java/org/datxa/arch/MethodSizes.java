package org.datxa.arch;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** How many lines the methods of some sources have, as the compiler reads them. */
final class MethodSizes extends TreeScanner<Void, CompilationUnitTree> {
  /**
   * The size of one method.
   *
   * @param where file and method
   * @param lines from its first line to its last, without its documentation
   */
  record Size(String where, long lines) {
    @Override
    public String toString() {
      return where + " " + lines;
    }
  }

  private final SourcePositions positions;
  private final List<Size> sizes = new ArrayList<>();

  private MethodSizes(SourcePositions positions) {
    this.positions = positions;
  }

  static List<Size> of(List<Path> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Path> absolute = files.stream().map(Project.root()::resolve).toList();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(absolute));
      MethodSizes scanner = new MethodSizes(Trees.instance(task).getSourcePositions());
      task.parse().forEach(unit -> scanner.scan(unit, unit));
      return scanner.sizes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
    LineMap lines = unit.getLineMap();
    long first = lines.getLineNumber(positions.getStartPosition(unit, method));
    long last = lines.getLineNumber(positions.getEndPosition(unit, method));
    String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
    sizes.add(new Size(file + "#" + method.getName(), last - first + 1));
    return super.visitMethod(method, unit);
  }
}
