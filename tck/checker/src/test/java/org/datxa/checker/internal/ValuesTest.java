package org.datxa.checker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.datxa.checker.Answer;
import org.datxa.checker.Attempt;
import org.datxa.checker.AttemptFile;
import org.junit.jupiter.api.Test;

class ValuesTest {
  @Test
  void oneValueHasOneTextWhateverItsType() {
    assertThat(List.of(1, 1L, 1.0, new BigDecimal("1.00")))
        .allMatch(it -> Values.text(it).equals("1"));
    assertThat(Values.text(0.1)).isNotEqualTo(Values.text(0.10001));
    assertThat(Values.text(null)).isEqualTo("null");
    assertThat(Values.text(new byte[] {1, -1})).isEqualTo("01ff");
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(Values.text(now)).isEqualTo(Values.text(now.atOffset(ZoneOffset.ofHours(2))));
    assertThat(Values.text(Double.NaN)).isEqualTo("NaN");
  }

  @Test
  void attemptIsTheSameAfterItsWayThroughText() throws Exception {
    String line =
        "{\"key\":\"k\",\"datTxn\":\"t\",\"answer\":\"PENDING\","
            + "\"rows\":{\"pg\":{\"1\":{\"a\":null,\"b\":1.50}},\"ch\":{}}}";
    Attempt attempt = AttemptFile.parse(line);
    assertThat(attempt.answer()).isEqualTo(Answer.PENDING);
    assertThat(AttemptFile.parse(AttemptFile.line(attempt))).isEqualTo(attempt);
    assertThatThrownBy(() -> AttemptFile.parse(line.replace("PENDING", "PERHAPS")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesThatAreNoNamesAreRefused() {
    assertThat(Names.sql("public.item")).isEqualTo("\"public\".\"item\"");
    assertThatThrownBy(() -> Names.sql("item\" x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Names.plain("a'b")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void secretsAreNotShown() {
    assertThat(new SqlSource("jdbc:postgresql://h/d?password=s3", "u", "s3").toString())
        .doesNotContain("s3");
    assertThat(new ClickHouseSource("jdbc:clickhouse://h:1/d", "u", "s3").toString())
        .isEqualTo("http://h:1/");
    assertThat(new DrevoSource("bolt://h", "u", "s3", "g").toString()).doesNotContain("s3");
  }
}
