package org.datxa.lab.drevo.cypher;

import org.datxa.lab.drevo.graph.DrevoFailure;

/** The failures of a statement, each with drevo's code for it. */
final class Refusal {

  static final String SYNTAX = "Neo.ClientError.Statement.SyntaxError";
  static final String SEMANTIC = "Neo.ClientError.Statement.SemanticError";
  static final String PARAMETER = "Neo.ClientError.Statement.ParameterMissing";
  static final String UNSUPPORTED = "Neo.DatabaseError.General.UnknownError";

  private Refusal() {}

  static DrevoFailure syntax(String message) {
    return new DrevoFailure(SYNTAX, message);
  }

  static DrevoFailure semantic(String message) {
    return new DrevoFailure(SEMANTIC, message);
  }

  static DrevoFailure missing(String parameter) {
    return new DrevoFailure(PARAMETER, "parameter $" + parameter + " is missing");
  }

  static DrevoFailure unsupported(String what) {
    return new DrevoFailure(UNSUPPORTED, what + " is not supported");
  }

  static DrevoFailure type(String wanted, Object found) {
    return semantic("type mismatch: " + wanted + " wanted, found " + Values.kind(found));
  }
}
