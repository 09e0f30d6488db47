// Reads an HTTP request of the ClickHouse protocol.
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { decodeBlocks } from './lz4.mjs';
import { outputFormat, splitInsert } from './sql.mjs';

const PROTOCOL = new Set([
  'query', 'database', 'user', 'password', 'query_id', 'default_format', 'compress', 'decompress',
  'enable_http_compression', 'wait_end_of_query', 'buffer_size', 'session_id', 'session_timeout',
  'session_check', 'close_session', 'role', 'quota_key', 'stacktrace', 'client_protocol_version',
]);
const gunzip = promisify(zlib.gunzip);
const inflate = promisify(zlib.inflate);

async function bodyOf(http, url) {
  const chunks = [];
  for await (const chunk of http) chunks.push(chunk);
  let body = Buffer.concat(chunks);
  const encoding = http.headers['content-encoding'];
  if (encoding === 'gzip') body = await gunzip(body);
  else if (encoding === 'deflate') body = await inflate(body);
  else if (encoding) throw new Error(`Content-Encoding ${encoding} is not supported`);
  return url.searchParams.get('decompress') === '1' ? decodeBlocks(body) : body;
}

function joined(query, body) {
  if (query === null) return body;
  return body.length === 0 ? Buffer.from(query) : Buffer.concat([Buffer.from(`${query}\n`), body]);
}

function assignments(url) {
  const all = [...url.searchParams].filter(([name]) => !PROTOCOL.has(name));
  return {
    settings: all.filter(([name]) => !name.startsWith('param_')),
    parameters: all.filter(([name]) => name.startsWith('param_')),
  };
}

/** What the engine has to do for this HTTP request. */
export async function readRequest(http, url) {
  const statement = joined(url.searchParams.get('query'), await bodyOf(http, url));
  const split = splitInsert(statement);
  const sql = split ? split.text : statement.toString('utf8');
  const wanted = url.searchParams.get('default_format') ?? http.headers['x-clickhouse-format'];
  return {
    sql,
    split,
    data: split ? statement.subarray(split.dataAt) : undefined,
    format: (split ? undefined : outputFormat(sql)) ?? wanted ?? 'TabSeparated',
    database: url.searchParams.get('database') ?? http.headers['x-clickhouse-database'],
    queryId: url.searchParams.get('query_id') ?? http.headers['x-clickhouse-query-id'] ?? randomUUID(),
    sessionId: url.searchParams.get('session_id'),
    sessionTimeoutMillis: Number(url.searchParams.get('session_timeout') ?? 60) * 1000,
    gzip: wantsGzip(http, url),
    ...assignments(url),
  };
}

function wantsGzip(http, url) {
  if (url.searchParams.get('compress') === '1') return true;
  const accepted = (http.headers['accept-encoding'] ?? '').includes('gzip');
  return accepted && url.searchParams.get('enable_http_compression') === '1';
}
