package org.datxa.journal;

/** The contract, over a drevo graph. */
class DrevoJournalTest extends JournalContract {
  private final DrevoJournalConfig config = DrevoServer.newConfig();

  @Override
  Journal open() {
    return Journals.drevo(config);
  }

  @Override
  Journal again(Journal before) {
    before.close();
    return Journals.drevo(config);
  }
}
