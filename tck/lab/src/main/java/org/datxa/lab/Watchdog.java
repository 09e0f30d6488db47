package org.datxa.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Ends what this JVM started when this JVM ends, however it ends: a shell process reads a pipe from
 * the JVM, and at the end of the pipe it kills the named processes and removes the named folders.
 */
final class Watchdog {

  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      set -f
      pids= dirs=
      while IFS= read -r line; do
        what=${line#* }
        case $line in
          pid\\ *) pids="$pids $what" ;;
          dead\\ *)
            rest=
            for p in $pids; do [ $p = $what ] || rest="$rest $p"; done
            pids=$rest ;;
          dir\\ *) dirs=$(printf '%s\\n%s' "$dirs" "$what") ;;
        esac
      done
      for p in $pids; do kill -KILL $p 2>/dev/null; done
      left=30
      for p in $pids; do
        while [ $left -gt 0 ] && kill -0 $p 2>/dev/null; do left=$((left-1)); sleep 0.1; done
      done
      printf '%s\\n' "$dirs" | while IFS= read -r d; do
        [ -n "$d" ] || continue
        rm -rf -- "$d" 2>/dev/null || { sleep 1; rm -rf -- "$d" 2>/dev/null; }
      done
      """;

  private static Watchdog instance;

  private final OutputStream pipe;

  private Watchdog(OutputStream pipe) {
    this.pipe = pipe;
  }

  static synchronized Watchdog instance() {
    if (instance == null) {
      instance = new Watchdog(start().getOutputStream());
    }
    return instance;
  }

  private static Process start() {
    try {
      return new ProcessBuilder(List.of("sh", "-c", SCRIPT))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("The lab's watchdog cannot be started", e);
    }
  }

  void watch(Process process) {
    send("pid " + process.pid());
    CompletableFuture<Void> unused = process.onExit().thenRun(() -> send("dead " + process.pid()));
  }

  /** Removes the folder when this JVM ends. */
  void remove(Path folder) {
    send("dir " + folder.toAbsolutePath());
  }

  private synchronized void send(String line) {
    try {
      pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      pipe.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("The lab's watchdog is gone", e);
    }
  }
}
