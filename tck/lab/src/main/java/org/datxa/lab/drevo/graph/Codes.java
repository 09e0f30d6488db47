package org.datxa.lab.drevo.graph;

/** The codes of failures that more than one part answers. */
public final class Codes {

  /** A storage error, such as a title that is taken. */
  public static final String EXECUTION_FAILED = "Neo.DatabaseError.Statement.ExecutionFailed";

  /** A statement that means nothing. */
  public static final String SEMANTIC_ERROR = "Neo.ClientError.Statement.SemanticError";

  /** Something that the server cannot do. */
  public static final String UNKNOWN_ERROR = "Neo.DatabaseError.General.UnknownError";

  /** Somebody else has committed since the transaction began. */
  public static final String OUTDATED = "Neo.TransientError.Transaction.Outdated";

  /** Something is prepared, so nobody may write. */
  public static final String FENCE = "Neo.TransientError.Transaction.LockAcquisitionTimeout";

  private Codes() {}
}
