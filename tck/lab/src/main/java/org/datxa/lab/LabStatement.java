package org.datxa.lab;

import java.util.Map;

/**
 * A statement that the lab's ClickHouse server has received.
 *
 * @param number its place since the start of the server
 * @param sql the text; a long one has its middle left out
 * @param sqlLength the length of the whole text
 * @param dataBytes the size of the data that came with the text
 * @param database the database it was sent for
 * @param queryId its identifier
 * @param settings the settings that came in the URL
 * @param outcome {@code ok}, {@code running}, {@code error <code>} or {@code fault <action>
 *     <before|after>}
 * @param writtenRows how many rows the engine wrote
 */
public record LabStatement(
    long number,
    String sql,
    long sqlLength,
    long dataBytes,
    String database,
    String queryId,
    Map<String, String> settings,
    String outcome,
    long writtenRows) {}
