package org.datxa.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The switches of a proxy's network, in front of a server that answers with what it was told. */
class LabNetworkTest {
  private static final int SILENCE_MILLIS = 300;
  private static final int LIMIT_MILLIS = 20_000;

  private ServerSocket server;
  private LabProxy proxy;
  private Socket client;
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
  private final AtomicInteger ended = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    thread(this::serve);
    proxy = LabProxy.start("127.0.0.1", server.getLocalPort());
    client = connect();
  }

  @AfterEach
  void end() throws IOException {
    client.close();
    proxy.close();
    server.close();
  }

  @Test
  void whenParted_nothingPassesAndNobodyIsToldUntilItHeals() throws IOException {
    assertThat(echo(client, "one")).isEqualTo("one");
    proxy.network().partition();
    send(client, "two");
    assertSilence(client);
    assertThat(heard()).isEqualTo("one");
    proxy.network().heal();
    assertThat(receive(client, 3)).isEqualTo("two");
  }

  @Test
  void whenPartedInOneDirection_theServerActsAndTheClientHearsNothing() throws IOException {
    proxy.network().partition(LabNetwork.Way.TO_CLIENT);
    send(client, "one");
    awaitHeard("one");
    assertSilence(client);
    proxy.heal();
    assertThat(receive(client, 3)).isEqualTo("one");
  }

  @Test
  void whenPartedTowardsTheServer_whatIsOnTheWayBackArrives() throws IOException {
    proxy.fault(
        LabFault.after("one").pass(), () -> proxy.network().partition(LabNetwork.Way.TO_SERVER));
    assertThat(echo(client, "one")).isEqualTo("one");
    send(client, "two");
    assertSilence(client);
    assertThat(heard()).isEqualTo("one");
  }

  @Test
  void whenTheClientGivesUpWhileParted_itsRequestArrivesAllTheSame() throws IOException {
    proxy.network().partition();
    send(client, "late");
    client.close();
    assertThat(ended).hasValue(0);
    proxy.network().heal();
    awaitHeard("late");
    Awaitility.await().atMost(Duration.ofMillis(LIMIT_MILLIS)).until(() -> ended.get() == 1);
  }

  @Test
  void whenNewConnectionsAreHeld_thoseThatExistGoOn() throws IOException {
    assertThat(echo(client, "old")).isEqualTo("old");
    proxy.network().holdNewConnections();
    try (Socket fresh = connect()) {
      send(fresh, "two");
      assertSilence(fresh);
      assertThat(echo(client, "one")).isEqualTo("one");
      proxy.heal();
      assertThat(receive(fresh, 3)).isEqualTo("two");
    }
  }

  @Test
  void whenAllAfterSomeBytesIsHeldBack_aMessageIsCutInItsMiddle() throws IOException {
    proxy.network().partitionAfter(10 + 4);
    send(client, "0123456789");
    assertThat(receive(client, 4)).isEqualTo("0123");
    assertSilence(client);
    proxy.heal();
    assertThat(receive(client, 6)).isEqualTo("456789");
  }

  @Test
  void whenSlow_bytesComeLaterAndWhole() throws IOException {
    proxy.network().slow(Duration.ofMillis(150), Duration.ofMillis(50));
    long start = System.nanoTime();
    assertThat(echo(client, "one")).isEqualTo("one");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(290));
  }

  @Test
  void whenThrottled_bytesComeAtThatSpeedAndWhole() throws IOException {
    proxy.network().throttle(1000);
    String text = "x".repeat(500);
    long start = System.nanoTime();
    assertThat(echo(client, text)).isEqualTo(text);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(400));
  }

  @Test
  void whenAnAnswerIsCut_itsFirstHalfComesAndThenTheEnd() throws IOException {
    proxy.fault(LabFault.after("01234567").cut());
    send(client, "01234567");
    assertThat(receive(client, 4)).isEqualTo("0123");
    assertThat(client.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void whenAnAnswerIsCutAndReset_theClientSeesTheReset() throws IOException {
    proxy.fault(LabFault.after("01234567").cutThenReset());
    send(client, "01234567");
    assertThatThrownBy(() -> receive(client, 8)).isInstanceOf(SocketException.class);
    assertThat(heard()).isEqualTo("01234567");
  }

  @Test
  void whenARequestIsCutAndHangs_theServerHasHalfOfIt() throws IOException {
    proxy.fault(LabFault.before("01234567").cutThenHang());
    send(client, "01234567");
    awaitHeard("0123");
    client.setSoTimeout(SILENCE_MILLIS);
    assertThatThrownBy(() -> receive(client, 8)).isInstanceOf(SocketTimeoutException.class);
    assertThat(heard()).isEqualTo("0123");
  }

  @Test
  void whenARequestIsCutAndGoesOn_itArrivesWhole() throws IOException {
    proxy.fault(LabFault.before("01234567").cutThenGoOn(Duration.ofMillis(50)));
    assertThat(echo(client, "01234567")).isEqualTo("01234567");
  }

  @Test
  void whenAFaultIsArmed_whatWasSentBeforeDoesNotMatch() throws IOException {
    assertThat(echo(client, "one")).isEqualTo("one");
    int number = proxy.fault(LabFault.before("one").reset());
    assertThat(echo(client, "two")).isEqualTo("two");
    assertThat(proxy.faultHits(number)).isZero();
  }

  @Test
  void whenReset_theClientSeesTheResetAndNothingArrived() throws IOException {
    proxy.fault(LabFault.before("one").reset());
    send(client, "one");
    assertThatThrownBy(() -> receive(client, 1)).isInstanceOf(SocketException.class);
    assertThat(heard()).isEmpty();
  }

  @Test
  void whenAllAreReset_newConnectionsWork() throws IOException {
    assertThat(echo(client, "one")).isEqualTo("one");
    proxy.resetAll();
    assertThatThrownBy(() -> receive(client, 1)).isInstanceOf(SocketException.class);
    try (Socket fresh = connect()) {
      assertThat(echo(fresh, "two")).isEqualTo("two");
    }
  }

  private void serve() {
    while (!server.isClosed()) {
      try {
        Socket peer = server.accept();
        thread(() -> answer(peer));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void answer(Socket peer) {
    try (peer) {
      byte[] bytes = new byte[4096];
      for (int n = peer.getInputStream().read(bytes);
          n >= 0;
          n = peer.getInputStream().read(bytes)) {
        synchronized (heard) {
          heard.write(bytes, 0, n);
        }
        peer.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException e) {
      // counted as an end
    } finally {
      ended.incrementAndGet();
    }
  }

  private String heard() {
    synchronized (heard) {
      return heard.toString(StandardCharsets.US_ASCII);
    }
  }

  private void awaitHeard(String text) {
    Awaitility.await()
        .atMost(Duration.ofMillis(LIMIT_MILLIS))
        .untilAsserted(() -> assertThat(heard()).isEqualTo(text));
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(proxy.host(), proxy.port());
    socket.setSoTimeout(LIMIT_MILLIS);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String receive(Socket socket, int count) throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes(count), StandardCharsets.US_ASCII);
  }

  private static String echo(Socket socket, String text) throws IOException {
    send(socket, text);
    return receive(socket, text.length());
  }

  private static void assertSilence(Socket socket) throws IOException {
    socket.setSoTimeout(SILENCE_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(LIMIT_MILLIS);
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "echo");
    thread.setDaemon(true);
    thread.start();
  }
}
