package org.datxa.journal;

/** The contract, over PostgreSQL, each write alone. */
class PostgresJournalTest extends JournalContract {
  private final PostgresJournalConfig config = Server.newConfig();

  @Override
  Journal open() {
    return Journals.postgresql(config);
  }

  @Override
  Journal again(Journal before) {
    before.close();
    return Journals.postgresql(config);
  }
}
