package org.datxa.crash.matrix;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.SocketException;
import org.datxa.journal.Journal;
import org.datxa.journal.JournalRecord;
import org.datxa.journal.JournalUnknown;
import org.datxa.journal.RecordHead;
import org.datxa.journal.State;

/**
 * A journal around a journal, at whose writes things happen.
 *
 * @param inner the journal
 * @param forgotten a write that is deliberately not done; null for none
 */
record TappedJournal(Journal inner, Step forgotten) implements InvocationHandler {
  static Journal around(Journal inner, String forgotten) {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            new TappedJournal(inner, forgotten.isEmpty() ? null : Step.valueOf(forgotten)));
  }

  private record Write(Attempted run, Step step) {}

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Write write = write(method.getName(), arguments);
    if (write == null || write.step() == null) {
      return call(method, arguments);
    }
    Attempted run = write.run();
    if (run.at(write.step(), false, "journal")) {
      throw lost(write);
    }
    Object result = write.step() == forgotten ? null : call(method, arguments);
    if (run.at(write.step(), true, "journal")) {
      throw lost(write);
    }
    return result;
  }

  private static Write write(String method, Object[] arguments) {
    if (method.equals("insert")) {
      JournalRecord record = (JournalRecord) arguments[0];
      return new Write(Points.of(record.datTxn()), step(null, record.state()));
    }
    if (method.equals("advance")) {
      RecordHead read = (RecordHead) arguments[0];
      return new Write(
          Points.of(read.datTxn()), step(read.state(), ((RecordHead) arguments[1]).state()));
    }
    return method.equals("compact") ? new Write(Points.current(), Step.JOURNAL_COMPACT) : null;
  }

  private static Step step(State from, State to) {
    if (from == to) {
      return to == State.ABORTED ? Step.JOURNAL_CLEANED : null;
    }
    return Step.valueOf("JOURNAL_" + to);
  }

  private static JournalUnknown lost(Write write) {
    return new JournalUnknown(
        "No answer to " + write.step(), new SocketException("Connection reset"));
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(inner, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
