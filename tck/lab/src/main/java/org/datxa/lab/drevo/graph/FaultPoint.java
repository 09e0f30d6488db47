package org.datxa.lab.drevo.graph;

/** Where the fault switch can act. What it throws happens in place of the rest. */
public interface FaultPoint {

  /** Nothing ever goes wrong. */
  FaultPoint NONE =
      new FaultPoint() {
        @Override
        public void before(String text) {
          // nothing goes wrong
        }

        @Override
        public void after(String text) {
          // nothing goes wrong
        }
      };

  /**
   * Something is about to happen.
   *
   * @param text what
   */
  void before(String text);

  /**
   * Something has happened, and nobody knows yet.
   *
   * @param text what
   */
  void after(String text);
}
