package org.datxa.lab.drevo.bolt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.datxa.lab.drevo.cypher.Answer;
import org.datxa.lab.drevo.cypher.Statement;
import org.datxa.lab.drevo.graph.Behaviour;
import org.datxa.lab.drevo.graph.Codes;
import org.datxa.lab.drevo.graph.Database;
import org.datxa.lab.drevo.graph.Databases;
import org.datxa.lab.drevo.graph.DrevoFailure;

/**
 * What all sessions of a server share.
 *
 * @param databases the databases
 * @param behaviour how the server behaves now
 * @param parser what reads a statement
 */
public record Engine(
    Databases databases, Supplier<Behaviour> behaviour, Function<String, Statement> parser) {

  private static final Pattern CREATE_DATABASE =
      Pattern.compile(
          "\\s*CREATE\\s+DATABASE\\s+(`?)([^`\\s;]*)\\1\\s*;?\\s*", Pattern.CASE_INSENSITIVE);

  /**
   * Finds a database.
   *
   * @param name its name; null, another type than a string and the empty string are the default
   * @return the database
   */
  public Database database(Object name) {
    String text = databaseName(name);
    return databases
        .find(text)
        .orElseThrow(
            () ->
                new DrevoFailure(
                    "Neo.ClientError.Database.DatabaseNotFound", "there is no database " + text));
  }

  static String databaseName(Object name) {
    return name instanceof String text && !text.isEmpty() ? text : Databases.DEFAULT;
  }

  /**
   * Runs a statement outside a transaction.
   *
   * @param name the database
   * @param cypher the statement
   * @param parameters its parameters
   * @return the rows
   */
  public Answer autocommit(Object name, String cypher, Map<String, Object> parameters) {
    Database database = database(name);
    Matcher create = CREATE_DATABASE.matcher(cypher);
    if (create.matches()) {
      return createDatabase(create.group(2));
    }
    Statement statement = parser.apply(cypher);
    ServerProcedures procedures = new ServerProcedures(database, behaviour.get(), false);
    return statement.mayWrite()
        ? database.autocommit(graph -> statement.run(graph, parameters, procedures))
        : statement.run(database.begin(), parameters, procedures);
  }

  private Answer createDatabase(String name) {
    try {
      if (!databases.create(name)) {
        throw new DrevoFailure(Codes.SEMANTIC_ERROR, "the database " + name + " exists already");
      }
      return new Answer(List.of(), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
