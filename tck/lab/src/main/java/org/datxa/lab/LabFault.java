package org.datxa.lab;

import java.time.Duration;

/**
 * What shall go wrong, at which message, and whether before or after the message has had its
 * effect. Immutable; a fault happens once unless told otherwise.
 *
 * @param match a regular expression that is searched in the message; a dot matches line ends, and
 *     case does not matter
 * @param when before or after the effect
 * @param action what happens
 * @param skip how many matching messages pass first
 * @param times how often it happens; -1 is without end
 * @param delay how long the message or its answer is held back before the action
 * @param code the error code of an answered error, 0 for an answer without one
 * @param status the HTTP status of an answered error
 * @param name the error code of an answered error where codes are words, else empty
 */
public record LabFault(
    String match,
    When when,
    Action action,
    int skip,
    int times,
    Duration delay,
    int code,
    int status,
    String name) {

  /** Before or after the effect of a message. */
  public enum When {
    /** The server does not get the message. */
    BEFORE,
    /** The server has done its work, and its answer is on the way. */
    AFTER
  }

  /** What happens. */
  public enum Action {
    /** The connection breaks without an answer. */
    DROP,
    /** It takes longer, then goes on as usual. */
    DELAY,
    /** The client gets an error. Only the lab's own ClickHouse and drevo servers can do this. */
    ERROR,
    /** No answer ever comes, and the connection stays open. */
    HANG,
    /**
     * The message or its answer breaks off in its middle, and the connection ends. Proxies can do
     * this, and the lab's own ClickHouse server for answers.
     */
    CUT,
    /** As a cut, but the connection ends by a reset. Only proxies can do this. */
    CUT_RESET,
    /** As a cut, but the connection stays open without a word. Only proxies can do this. */
    CUT_HANG,
    /** As a cut, but the rest follows after a while. Only proxies can do this. */
    CUT_GO_ON,
    /** The connection ends by a reset, without an answer. Only proxies can do this. */
    RESET,
    /** The server ends at once, as by SIGKILL. Only the lab's own drevo server can do this. */
    KILL;

    /**
     * Who can do it.
     *
     * @return true for what no server of the lab can do
     */
    public boolean isOfProxies() {
      return this == CUT_RESET || this == CUT_HANG || this == CUT_GO_ON || this == RESET;
    }
  }

  private static final int INTERNAL_ERROR = 500;

  /**
   * A fault before the effect; a dropped connection unless told otherwise.
   *
   * @param match the regular expression
   * @return the fault
   */
  public static LabFault before(String match) {
    return of(match, When.BEFORE);
  }

  /**
   * A fault after the effect; a dropped connection unless told otherwise.
   *
   * @param match the regular expression
   * @return the fault
   */
  public static LabFault after(String match) {
    return of(match, When.AFTER);
  }

  private static LabFault of(String match, When when) {
    return new LabFault(match, when, Action.DROP, 0, 1, Duration.ZERO, 0, INTERNAL_ERROR, "");
  }

  /**
   * The connection breaks.
   *
   * @return the changed fault
   */
  public LabFault drop() {
    return action(Action.DROP);
  }

  /**
   * No answer comes.
   *
   * @return the changed fault
   */
  public LabFault hang() {
    return action(Action.HANG);
  }

  /**
   * The answer breaks off in its middle.
   *
   * @return the changed fault
   */
  public LabFault cut() {
    return action(Action.CUT);
  }

  /**
   * The message or its answer breaks off in its middle, and the connection is reset.
   *
   * @return the changed fault
   */
  public LabFault cutThenReset() {
    return action(Action.CUT_RESET);
  }

  /**
   * The message or its answer breaks off in its middle, and the rest never comes.
   *
   * @return the changed fault
   */
  public LabFault cutThenHang() {
    return action(Action.CUT_HANG);
  }

  /**
   * The message or its answer stops in its middle for a while.
   *
   * @param pause how long
   * @return the changed fault
   */
  public LabFault cutThenGoOn(Duration pause) {
    return delay(pause).action(Action.CUT_GO_ON);
  }

  /**
   * The connection is reset.
   *
   * @return the changed fault
   */
  public LabFault reset() {
    return action(Action.RESET);
  }

  /**
   * The message passes as if there were no fault; for what {@link LabProxy#fault(LabFault,
   * Runnable)} does then.
   *
   * @return the changed fault
   */
  public LabFault pass() {
    return delay(Duration.ZERO);
  }

  /**
   * It takes longer.
   *
   * @param duration how long
   * @return the changed fault
   */
  public LabFault delay(Duration duration) {
    return new LabFault(match, when, Action.DELAY, skip, times, duration, code, status, name);
  }

  /**
   * The client gets an error.
   *
   * @param errorCode the code, 0 for an answer without one
   * @return the changed fault
   */
  public LabFault error(int errorCode) {
    return new LabFault(match, when, Action.ERROR, skip, times, delay, errorCode, status, name);
  }

  /**
   * The client gets an error whose code is a word.
   *
   * @param errorName the code, such as {@code Neo.TransientError.Transaction.Outdated}
   * @return the changed fault
   */
  public LabFault error(String errorName) {
    return new LabFault(match, when, Action.ERROR, skip, times, delay, code, status, errorName);
  }

  /**
   * The server ends at once.
   *
   * @return the changed fault
   */
  public LabFault kill() {
    return action(Action.KILL);
  }

  /**
   * The HTTP status of an answered error.
   *
   * @param httpStatus the status, 500 unless told otherwise
   * @return the changed fault
   */
  public LabFault status(int httpStatus) {
    return new LabFault(match, when, action, skip, times, delay, code, httpStatus, name);
  }

  /**
   * How often it happens.
   *
   * @param count the number of messages, -1 for all
   * @return the changed fault
   */
  public LabFault times(int count) {
    return new LabFault(match, when, action, skip, count, delay, code, status, name);
  }

  /**
   * It happens until it is cleared.
   *
   * @return the changed fault
   */
  public LabFault always() {
    return times(-1);
  }

  /**
   * How many matching messages pass first.
   *
   * @param count the number of messages
   * @return the changed fault
   */
  public LabFault skip(int count) {
    return new LabFault(match, when, action, count, times, delay, code, status, name);
  }

  private LabFault action(Action other) {
    return new LabFault(match, when, other, skip, times, delay, code, status, name);
  }
}
