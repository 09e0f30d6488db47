package org.datxa.lab.drevo.bolt;

/** The tags of messages and of the structures in values. */
public final class Tags {

  /** The first message of a client. */
  public static final int HELLO = 0x01;

  /** The last message of a client, without an answer. */
  public static final int GOODBYE = 0x02;

  /** Back to a clean session. */
  public static final int RESET = 0x0F;

  /** A statement. */
  public static final int RUN = 0x10;

  /** The begin of a transaction. */
  public static final int BEGIN = 0x11;

  /** The commit of a transaction. */
  public static final int COMMIT = 0x12;

  /** The rollback of a transaction. */
  public static final int ROLLBACK = 0x13;

  /** Rows that nobody wants. */
  public static final int DISCARD = 0x2F;

  /** Rows that somebody wants. */
  public static final int PULL = 0x3F;

  /** All is well. */
  public static final int SUCCESS = 0x70;

  /** A row. */
  public static final int RECORD = 0x71;

  /** Not looked at, after a failure. */
  public static final int IGNORED = 0x7E;

  /** A failure with its code and message. */
  public static final int FAILURE = 0x7F;

  static final int NODE = 0x4E;
  static final int RELATIONSHIP = 0x52;
  static final int UNBOUND_RELATIONSHIP = 0x72;
  static final int PATH = 0x50;
  static final int DATE = 0x44;
  static final int DATE_TIME_LOCAL_SECONDS = 0x46;
  static final int DATE_TIME_UTC_SECONDS = 0x49;
  static final int LOCAL_DATE_TIME = 0x64;

  private Tags() {}
}
