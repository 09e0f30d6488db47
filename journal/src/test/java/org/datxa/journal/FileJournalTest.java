package org.datxa.journal;

import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.io.TempDir;

/** The contract, over a file. */
class FileJournalTest extends JournalContract {
  @TempDir private Path folder;

  @Override
  Journal open() {
    return Journals.file(folder.resolve("sub").resolve("journal"), Clock.systemUTC());
  }

  @Override
  Journal again(Journal before) {
    before.close();
    return open();
  }
}
