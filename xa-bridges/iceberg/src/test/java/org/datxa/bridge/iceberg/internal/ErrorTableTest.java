package org.datxa.bridge.iceberg.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.datxa.lab.Lab;
import org.datxa.lab.LabDisk;
import org.datxa.lab.LabProxy;
import org.datxa.spi.DecidedBranch;
import org.datxa.spi.ErrorKind;
import org.datxa.spi.error.StoreRefused;
import org.datxa.tck.ErrorRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of errors in the README, row by row, on errors of a real catalog and real files. */
class ErrorTableTest {
  /** Ends with an exception. */
  private interface Misfortune {
    void run() throws Exception;
  }

  private static final String FULL = "No space left on device";
  private static final long MEGABYTE = 1 << 20;

  private final StoreFixture lab = new StoreFixture();
  private final Map<String, Misfortune> all = new HashMap<>();

  ErrorTableTest() {
    all.put("somebody else was faster", this::conflict);
    all.put("catalog database down", this::catalogDown);
    all.put(FULL, this::fullDisk);
    all.put("the change does not fit the table", this::invalid);
    all.put("table gone", () -> lab.open("shop.nothing"));
    all.put("namespace gone", () -> lab.catalog().listTables(Namespace.of("nowhere")));
    all.put("table exists", () -> repeat(lab::createOrders));
    all.put("file gone", this::fileGone);
    all.put("wrong call", () -> orders().newAppend().toBranch(null));
  }

  @AfterEach
  void close() {
    lab.close();
  }

  private Table orders() {
    return lab.createOrders();
  }

  private static void repeat(Misfortune it) throws Exception {
    it.run();
    it.run();
  }

  private void conflict() {
    TableOperations mine = ((HasTableOperations) orders()).operations();
    TableMetadata base = mine.current();
    lab.table("shop.orders").updateProperties().set("theirs", "1").commit();
    mine.commit(base, TableMetadata.buildFrom(base).setProperties(Map.of("mine", "1")).build());
  }

  private void catalogDown() {
    String uri = lab.settings().catalog().get("uri");
    try (LabProxy proxy = Lab.shared().newPostgresProxy();
        StoreFixture away = new StoreFixture("catalog.uri", proxy.through(uri))) {
      away.createOrders();
      away.open("shop.orders");
      proxy.refuse();
      proxy.dropAll();
      try {
        away.open("shop.orders");
      } finally {
        proxy.accept();
      }
    }
  }

  private void invalid() {
    Table mine = orders();
    mine.newRowDelta()
        .validateFromSnapshot(1)
        .validateDataFilesExist(List.of("nothing"))
        .conflictDetectionFilter(Expressions.alwaysTrue())
        .commit();
    mine.newDelete().deleteFile("nothing").validateFilesExist().commit();
  }

  private void fileGone() throws IOException {
    orders().io().newInputFile("/nowhere/at/all").newStream().close();
  }

  private void fullDisk() throws Exception {
    try (LabDisk disk = LabDisk.of(MEGABYTE);
        StoreFixture small = on(disk)) {
      small.createOrders();
      disk.fill(0);
      var write = small.table("shop.orders").io().newOutputFile(disk.path() + "/x").create();
      write.write(new byte[(int) MEGABYTE]);
      write.close();
    }
  }

  private static StoreFixture on(LabDisk disk, String... more) {
    List<String> properties = new java.util.ArrayList<>(List.of(more));
    properties.addAll(List.of("catalog.warehouse", disk.path().toString()));
    return new StoreFixture(properties.toArray(String[]::new));
  }

  private static Map<String, Throwable> made(String text) {
    return Stream.of(
            new CommitFailedException("%s", text),
            new CommitStateUnknownException(new IOException()),
            new UncheckedSQLException(new SQLException(text, state(text)), "%s", text),
            new ServiceUnavailableException("%s", text),
            new ServiceFailureException("%s", text),
            new RESTException("%s", text),
            new SocketException(text),
            new SocketTimeoutException(text),
            new UnknownHostException(text),
            new FileSystemException("f", null, text),
            new IOException(text),
            new ValidationException("%s", text),
            new NoSuchTableException("%s", text),
            new NoSuchNamespaceException("%s", text),
            new AlreadyExistsException("%s", text),
            new NotFoundException("%s", text),
            new AccessDeniedException(text),
            new NotAuthorizedException("%s", text),
            new ForbiddenException("%s", text),
            new BadRequestException("%s", text),
            new IllegalArgumentException(text))
        .collect(Collectors.toMap(it -> it.getClass().getSimpleName(), it -> it));
  }

  private static String state(String text) {
    return text.endsWith("53100") ? "53100" : "08006";
  }

  static List<ErrorRow<String>> rows() {
    return ErrorRow.table("exception", name -> name);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void e1_everyErrorHasTheKindThatTheReadmeSays(ErrorRow<String> row) {
    Map<String, Throwable> made = made(row.what());
    for (String name : row.codes()) {
      assertThat(IcebergErrors.classify(made.get(name))).as(name).isEqualTo(row.kind());
      assertThat(IcebergErrors.classify(new RuntimeException(made.get(name))))
          .as(name)
          .isEqualTo(row.kind());
    }
    if (row.raised()) {
      assumeThat(!row.what().equals(FULL) || LabDisk.isPossible()).isTrue();
      Throwable raised = catchThrowable(() -> all.get(row.what()).run());
      assertThat(raised).isNotNull();
      assertThat(IcebergErrors.classify(raised)).as(raised.toString()).isEqualTo(row.kind());
      assertThat(lab.store().classify(raised)).as(raised.toString()).isEqualTo(row.kind());
      assertThat(names(raised)).as(raised.toString()).containsAnyElementsOf(row.codes());
    }
  }

  private static List<String> names(Throwable error) {
    return Stream.iterate(error, it -> it != null, Throwable::getCause)
        .map(it -> it.getClass().getSimpleName())
        .toList();
  }

  @Test
  void everyRaisedErrorIsInTheTable() {
    assertThat(
            rows().stream()
                .filter(ErrorRow::raised)
                .map(ErrorRow::what)
                .collect(Collectors.toSet()))
        .isEqualTo(all.keySet());
  }

  @Test
  void e3_whenTheDiskIsFullAtStage_itIsRefusedWithFreeBytesAndNothingIsLeft() throws Exception {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(MEGABYTE);
        StoreFixture small = on(disk, "inline_append_bytes", "0")) {
      small.createOrders();
      IcebergBranch branch = small.participation().begin();
      small.open("shop.orders").append(StoreFixture.orders(20_000));
      disk.fill(20_000);
      StoreRefused full = catchThrowableOfType(StoreRefused.class, () -> small.stage(branch));
      assertThat(full.kind()).isEqualTo(ErrorKind.STORE_FULL);
      assertThat(full.freeBytes().orElseThrow()).isLessThan(20_000);
      branch.rollback();
      small.end(branch);
      assertThat(small.dataFiles("shop.orders")).isEmpty();
      disk.free();
      small.apply(small.staged("shop.orders", StoreFixture.orders(3)));
      assertThat(small.rows("shop.orders")).hasSize(3);
    }
  }

  @Test
  void e3_whenTheDiskIsFullAfterTheDecision_itIsAppliedOnceThereIsRoom() throws Exception {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(MEGABYTE);
        StoreFixture small = on(disk)) {
      small.createOrders();
      DecidedBranch inline = small.staged("shop.orders", StoreFixture.orders(100));
      for (int spare : new int[] {0, 4096, 8192, 12_288}) { // data, manifest, list, metadata
        disk.fill(spare);
        assertThatThrownBy(() -> small.apply(inline))
            .isInstanceOfSatisfying(
                StoreRefused.class,
                e -> assertThat(e.kind()).as(e.toString()).isEqualTo(ErrorKind.STORE_FULL));
        assertThat(small.snapshots("shop.orders")).isEmpty();
        disk.free();
      }
      small.apply(inline);
      assertThat(small.rows("shop.orders")).hasSize(100);
      assertThat(small.dataFiles("shop.orders")).as("no file of a failed attempt").hasSize(1);
    }
  }

  @Test
  void warehouseThatIsAVolumeOfItsOwnCanBeUsed() {
    assumeThat(LabDisk.isPossible()).isTrue();
    try (LabDisk disk = LabDisk.of(MEGABYTE);
        StoreFixture small = on(disk)) {
      assertThat(small.store().check()).as("its root cannot be deleted").isEmpty();
      assertThat(disk.path()).isEmptyDirectory();
    }
  }
}
