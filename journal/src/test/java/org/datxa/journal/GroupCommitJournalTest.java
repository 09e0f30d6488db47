package org.datxa.journal;

/** The contract, over PostgreSQL, writes shared. */
class GroupCommitJournalTest extends JournalContract {
  private final PostgresJournalConfig config = Server.newConfig().withGroupCommit(true);

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
