package org.datxa.lab.drevo.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionsTest {

  private final Bench bench = new Bench();

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          1 + 2 * 3 => 7
          (1 + 2) * 3 => 9
          7 / 2 => 3
          7 / 2.0 => 3.5
          -7 % 3 => -1
          2 ^ 3 => 8.0
          2 - - 1 => 3
          -9223372036854775808 => -9223372036854775808
          9223372036854775807 => 9223372036854775807
          0xff => 255
          0o17 => 15
          1.5e2 => 150.0
          .5 => 0.5
          'a' + "b" => ab
          'it\\'s \\u0041\\n' => ~it's A\n~
          [1, 2] + [3] => [1, 2, 3]
          1 + null => null
          1 = 1.0 => true
          1 <> 2 => true
          0.0 = -0.0 => true
          9007199254740993 = 9007199254740992.0 => false
          null = null => null
          [1, null] = [1, null] => null
          [1, null] = [2, null] => false
          {a: 1} = {a: 1.0} => true
          'a' = 1 => false
          1 < 2 <= 2 => true
          1 < 2 < 2 => false
          'a' < 'b' => true
          null < 1 => null
          true AND null => null
          false AND null => false
          null OR true => true
          null OR false => null
          true XOR true => false
          true XOR null => null
          NOT null => null
          NOT NOT true => true
          1 IN [1.0] => true
          3 IN [1, null] => null
          3 IN [1] => false
          1 IN null => null
          'abc' STARTS WITH 'ab' => true
          'abc' ENDS WITH 'bc' => true
          'abc' CONTAINS 'x' => false
          'abc' CONTAINS null => null
          'abc' =~ 'a.*' => true
          'abc' =~ 'b' => false
          null IS NULL => true
          1 IS NOT NULL => true
          [10, 20, 30][-1] => 30
          [10][5] => null
          [1, 2, 3, 4][1..3] => [2, 3]
          [1, 2, 3, 4][..-1] => [1, 2, 3]
          [1, 2, 3, 4][2..] => [3, 4]
          {a: {b: [1, 2]}}.a.b[1] => 2
          {a: 1}['a'] => 1
          {a: 1}.b => null
          [x IN [1, 2, 3] WHERE x > 1 | x * x] => [4, 9]
          [x IN null WHERE x > 1] => null
          all(x IN [1, 2] WHERE x > 0) => true
          any(x IN [null, 1] WHERE x > 2) => null
          none(x IN [] WHERE x) => true
          single(x IN [1, 2] WHERE x > 1) => true
          reduce(t = 0, x IN [1, 2, 3] | t + x) => 6
          CASE WHEN false THEN 1 WHEN true THEN 2 END => 2
          CASE 3 WHEN 1 THEN 'a' ELSE 'b' END => b
          CASE null WHEN null THEN 1 END => null
          """)
  void expression(String expression, String expected) {
    assertThat(String.valueOf(bench.value(expression))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          toUpper('aB') + toLower('aB') => ABab
          trim('  a ') => a
          split('a,b,', ',') => [a, b, ]
          substring('hello', 1, 3) => ell
          substring('hello', 9) => ~~
          left('hello', 2) + right('hello', 2) => helo
          replace('aab', 'a', 'x') => xxb
          reverse('abc') => cba
          reverse([1, 2]) => [2, 1]
          toString(1.0) => 1.0
          toString(true) => true
          toInteger('42') => 42
          toInteger('4.7') => 4
          toInteger('x') => null
          toFloat('1.5') => 1.5
          toBoolean('TRUE') => true
          toBoolean('x') => null
          size([1, 2]) => 2
          size('abc') => 3
          head([1, 2]) => 1
          head([]) => null
          last([1, 2]) => 2
          tail([1, 2]) => [2]
          range(1, 3) => [1, 2, 3]
          range(5, 1, -2) => [5, 3, 1]
          range(9223372036854775806, 9223372036854775807, 2) => [9223372036854775806]
          range(1, 0) => []
          abs(-3) => 3
          abs(-1.5) => 1.5
          sign(-2.5) => -1
          ceil(1.2) => 2.0
          floor(1.8) => 1.0
          round(2.5) => 3.0
          sqrt(9) => 3.0
          coalesce(null, 2, 3) => 2
          coalesce(null) => null
          exists({a: 1}.b) => false
          keys({b: 1, a: 2}) => [b, a]
          toUpper(null) => null
          size(randomUUID()) => 36
          timestamp() > 1500000000000 => true
          """)
  void function(String expression, String expected) {
    assertThat(String.valueOf(bench.value(expression))).isEqualTo(expected);
  }

  @Test
  void parametersAreValuesOfAnyKind() {
    Map<String, Object> parameters = Map.of("m", Map.of("a", List.of(1L, "x")), "odd name", 2L);
    assertThat(bench.value("$m.a[1]", parameters)).isEqualTo("x");
    assertThat(bench.value("$`odd name`", parameters)).isEqualTo(2L);
  }

  @Test
  void commentsAndQuotedNames() {
    Answer answer = bench.run("/* a */ WITH 1 AS `odd ``name` // b\nRETURN `odd ``name`;");
    assertThat(answer).isEqualTo(new Answer(List.of("odd `name"), List.of(List.of(1L))));
  }
}
