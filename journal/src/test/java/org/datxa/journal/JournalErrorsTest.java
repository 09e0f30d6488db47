package org.datxa.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.SQLException;
import org.datxa.spi.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.neo4j.driver.exceptions.Neo4jException;

class JournalErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "08001, TRANSIENT",
    "08006, TRANSIENT",
    "57P03, TRANSIENT",
    "53300, TRANSIENT",
    "40001, TRANSIENT",
    "55P03, TRANSIENT",
    "99999, TRANSIENT",
    "53100, STORE_FULL",
    "42501, PERMANENT",
    "42P01, PERMANENT",
    "28P01, PERMANENT",
    "3D000, PERMANENT",
    "25006, TRANSIENT",
  })
  void e1_stateOfAJournalInSqlTellsTheKind(String state, ErrorKind kind) {
    assertThat(new JournalRefused("x", new SQLException("x", state)).kind()).isEqualTo(kind);
    assertThat(new JournalRefused("x", new RuntimeException(new SQLException("x", state))).kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "Neo.TransientError.Transaction.Outdated, x, TRANSIENT",
    "Neo.DatabaseError.Statement.ExecutionFailed, write-ahead log: input/output error, TRANSIENT",
    "Neo.DatabaseError.Statement.ExecutionFailed, log: No space left on device, STORE_FULL",
    "Neo.ClientError.Security.Unauthorized, x, PERMANENT",
    "Neo.ClientError.Database.DatabaseNotFound, x, PERMANENT",
    "Neo.ClientError.Statement.SyntaxError, x, PERMANENT",
  })
  void e1_codeOfAJournalInDrevoTellsTheKind(String code, String text, ErrorKind kind) {
    assertThat(new JournalRefused("x", new Neo4jException(code, text)).kind()).isEqualTo(kind);
  }

  @Test
  void withoutTheClientOfDrevo_aRefusalIsStillOne() throws Exception {
    try (WithoutDrevo classes = new WithoutDrevo()) {
      Class<?> refused = classes.loadClass(JournalRefused.class.getName());
      Object one =
          refused
              .getConstructor(String.class, Throwable.class)
              .newInstance("x", new SQLException("x", "08001", new ConnectException("refused")));
      assertThat(refused.getMethod("kind").invoke(one)).isEqualTo(ErrorKind.TRANSIENT);
      assertThatThrownBy(() -> classes.loadClass(Neo4jException.class.getName()))
          .isInstanceOf(ClassNotFoundException.class);
    }
  }

  /** The journal's own classes once more, where drevo's client is missing. */
  private static final class WithoutDrevo extends URLClassLoader {
    WithoutDrevo() {
      super(
          new URL[] {JournalRefused.class.getProtectionDomain().getCodeSource().getLocation()},
          JournalErrorsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.neo4j.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("org.datxa.journal.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Test
  void e3_fullDiskBelowAFileIsFull_andNothingKnownIsTransient() {
    IOException full = new IOException("No space left on device");
    assertThat(new JournalRefused("x", new SQLException("x", "90028", full)).kind())
        .isEqualTo(ErrorKind.STORE_FULL);
    assertThat(new JournalRefused("too slow", null).kind()).isEqualTo(ErrorKind.TRANSIENT);
  }
}
