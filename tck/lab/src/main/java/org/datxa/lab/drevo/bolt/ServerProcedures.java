package org.datxa.lab.drevo.bolt;

import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Consumer;
import org.datxa.lab.drevo.cypher.Answer;
import org.datxa.lab.drevo.cypher.Procedures;
import org.datxa.lab.drevo.graph.Behaviour;
import org.datxa.lab.drevo.graph.Codes;
import org.datxa.lab.drevo.graph.Database;
import org.datxa.lab.drevo.graph.DrevoFailure;
import org.datxa.lab.drevo.graph.PreparedInfo;

/** The procedures of one database, for a statement inside or outside a transaction. */
public final class ServerProcedures implements Procedures {

  static final String PREPARE = "drevo.tx.prepare";

  private final Database database;
  private final Behaviour behaviour;
  private final boolean inside;

  /**
   * The procedures.
   *
   * @param database what they act on
   * @param behaviour how they behave
   * @param inside whether the statement is inside a transaction
   */
  public ServerProcedures(Database database, Behaviour behaviour, boolean inside) {
    this.database = database;
    this.behaviour = behaviour;
    this.inside = inside;
  }

  @Override
  public Answer call(String name, List<Object> arguments) {
    return switch (name) {
      case "drevo.info" -> info(arguments);
      case PREPARE ->
          throw new DrevoFailure(
              behaviour.prepareOutsideCode(),
              PREPARE + " must be the only clause of a statement in an explicit transaction");
      case "drevo.tx.listPrepared" -> list(arguments);
      case "drevo.tx.commitPrepared" -> resolve(name, arguments, database::commitPrepared);
      case "drevo.tx.rollbackPrepared" -> resolve(name, arguments, database::rollbackPrepared);
      case "drevo.tx.heuristicRollback" -> resolve(name, arguments, database::heuristicRollback);
      default -> throw semantic("there is no procedure " + name);
    };
  }

  private static Answer info(List<Object> arguments) {
    refuseArguments("drevo.info", arguments);
    return new Answer(
        List.of("version", "git_sha", "build_date", "protocol"),
        List.of(List.of(BoltServer.VERSION, "unknown", "unknown", "4.4")));
  }

  private Answer list(List<Object> arguments) {
    refuseArguments("drevo.tx.listPrepared", arguments);
    refuseInside("drevo.tx.listPrepared");
    return new Answer(
        List.of("gid", "preparedAt", "opCount"),
        database.prepared().stream().map(ServerProcedures::row).toList());
  }

  private static List<Object> row(PreparedInfo prepared) {
    String at = DateTimeFormatter.ISO_INSTANT.format(prepared.preparedAt());
    return List.of(prepared.gid(), at, (long) prepared.opCount());
  }

  private Answer resolve(String name, List<Object> arguments, Consumer<String> resolution) {
    refuseInside(name);
    if (arguments.size() != 1 || !(arguments.get(0) instanceof String gid)) {
      throw semantic(name + " takes one string");
    }
    resolution.accept(gid);
    return new Answer(List.of("gid"), List.of(List.of(gid)));
  }

  private void refuseInside(String name) {
    if (inside) {
      throw new DrevoFailure(
          behaviour.resolveInsideCode(), name + " cannot be called inside a transaction");
    }
  }

  private static void refuseArguments(String name, List<Object> arguments) {
    if (!arguments.isEmpty()) {
      throw semantic(name + " takes no arguments");
    }
  }

  private static DrevoFailure semantic(String message) {
    return new DrevoFailure(Codes.SEMANTIC_ERROR, message);
  }
}
