package org.datxa.narayana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.datxa.DatXA;
import org.datxa.stores.TestDeployment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue and DatXA's stores in one transaction of Narayana. */
class ArtemisTest {
  private static final TransactionManager MANAGER = Here.NARAYANA.manager();
  private static final String QUEUE = "orders";
  private static final long SOON = 200;

  @TempDir private Path folder;

  private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
  private final TestDeployment lab = new TestDeployment().postgres("pg").postgres("two").journal();
  private ActiveMQXAConnectionFactory queues;
  private DatXA datxa;

  @BeforeEach
  void start() throws Exception {
    Configuration configuration =
        new ConfigurationImpl()
            .setSecurityEnabled(false)
            .setPersistenceEnabled(true)
            .addAcceptorConfiguration("here", "vm://0");
    configuration.setBrokerInstance(folder.toFile());
    broker.setConfiguration(configuration).start();
    queues = new ActiveMQXAConnectionFactory("vm://0");
    start("composite");
  }

  private void start(String shape) {
    if (datxa != null) {
      datxa.close();
    }
    datxa =
        DatXA.builder()
            .properties(lab.values())
            .set("shape", shape)
            .transactionManager(MANAGER)
            .resources(DatXaNarayana.standalone())
            .start();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    if (MANAGER.getStatus() != Status.STATUS_NO_TRANSACTION) {
      MANAGER.rollback(); // the test has failed
    }
    assertThat(lab.prepared("pg") + lab.prepared("two")).isZero();
    assertThat(broker.getActiveMQServer().getResourceManager().getPreparedTransactions()).isEmpty();
    assertThat(Here.NARAYANA.records()).isEmpty();
    datxa.close();
    queues.close();
    broker.stop();
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenCommitted_rowsAndMessageAreThere(String shape) throws Exception {
    start(shape);
    MANAGER.begin();
    try (XAConnection connection = queues.createXAConnection()) {
      work(connection, 1);
      assertThat(received()).isEmpty();
      MANAGER.commit();
    }
    assertThat(received()).isEqualTo("order 1");
    requireRows(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"composite", "split"})
  void whenRolledBack_neitherIsThere(String shape) throws Exception {
    start(shape);
    MANAGER.begin();
    try (XAConnection connection = queues.createXAConnection()) {
      work(connection, 1);
      MANAGER.rollback();
    }
    assertThat(received()).isEmpty();
    requireRows(0);
  }

  @Test
  void whenAStoreRefuses_theMessageIsNotSent() throws Exception {
    lab.execute(
        "two", "ALTER TABLE item ADD CONSTRAINT late UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
    lab.execute("two", "INSERT INTO item VALUES (7, 'x')");
    MANAGER.begin();
    try (XAConnection connection = queues.createXAConnection()) {
      work(connection, 1);
      assertThatThrownBy(MANAGER::commit).isInstanceOf(RollbackException.class);
    }
    assertThat(received()).isEmpty();
    assertThat(lab.items("pg")).isZero();
    assertThat(lab.items("two")).isEqualTo(1);
  }

  @Test
  void whenAMessageIsTakenAndTheWorkFails_itIsThereAgain() throws Exception {
    MANAGER.begin();
    try (XAConnection connection = queues.createXAConnection()) {
      work(connection, 1);
      MANAGER.commit();
    }
    MANAGER.begin();
    try (XAConnection connection = queues.createXAConnection()) {
      XASession session = enlisted(connection);
      try (MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
        assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("order 1");
        insert(2);
        MANAGER.getTransaction().delistResource(session.getXAResource(), XAResource.TMSUCCESS);
        MANAGER.rollback();
      }
    }
    assertThat(received()).isEqualTo("order 1");
    requireRows(1);
  }

  private void work(XAConnection connection, long id) throws Exception {
    XASession session = enlisted(connection);
    session
        .createProducer(session.createQueue(QUEUE))
        .send(session.createTextMessage("order " + id));
    insert(id);
    MANAGER.getTransaction().delistResource(session.getXAResource(), XAResource.TMSUCCESS);
  }

  private static XASession enlisted(XAConnection connection) throws Exception {
    connection.start();
    XASession session = connection.createXASession();
    assertThat(MANAGER.getTransaction().enlistResource(session.getXAResource())).isTrue();
    return session;
  }

  private void insert(long id) throws Exception {
    TestDeployment.insert(datxa, "pg", id);
    TestDeployment.insert(datxa, "two", id);
  }

  private void requireRows(long count) {
    assertThat(lab.items("pg")).isEqualTo(count);
    assertThat(lab.items("two")).isEqualTo(count);
  }

  /** The text of the next message, taken outside any transaction, or an empty text. */
  private String received() throws Exception {
    try (jakarta.jms.Connection connection = queues.createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Message message = session.createConsumer(session.createQueue(QUEUE)).receive(SOON);
      return message == null ? "" : message.getBody(String.class);
    }
  }
}
