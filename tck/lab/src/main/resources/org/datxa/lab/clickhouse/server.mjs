// node server.mjs <data directory> <port>: the HTTP interface of ClickHouse over the embedded
// engine. Prints one JSON line when it listens, and ends when its standard input ends.
import http from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { Engine, EngineError } from './engine.mjs';
import { Faults, StatementLog } from './faults.mjs';
import { readRequest } from './request.mjs';
import { isMultiStatement, isReadOnly } from './sql.mjs';

const gzip = promisify(zlib.gzip);
const CONNECTIONS = 16;
const MISSING = new Set([60, 81]);
const MALFORMED = new Set([62, 456, 457]);
const [dataDir, port] = process.argv.slice(2);
const engine = new Engine(dataDir, CONNECTIONS);
const { version, timezone } = await engine.version();
const faults = new Faults();
const log = new StatementLog();

function statusOf(code) {
  if (MISSING.has(code)) return 404;
  return MALFORMED.has(code) ? 400 : 500;
}

function headersOf(request) {
  return {
    'X-ClickHouse-Query-Id': request.queryId,
    'X-ClickHouse-Timezone': timezone,
    'X-ClickHouse-Server-Display-Name': 'datxa-lab',
    'X-ClickHouse-Format': request.format,
  };
}

function summaryOf(result, startedAt) {
  return JSON.stringify({
    read_rows: String(result.readRows),
    read_bytes: String(result.readBytes),
    written_rows: String(result.writtenRows),
    written_bytes: String(result.writtenBytes),
    total_rows_to_read: '0',
    result_rows: String(result.writtenRows || result.readRows),
    result_bytes: String(result.bytes.length),
    elapsed_ns: String(process.hrtime.bigint() - startedAt),
  });
}

function sendError(response, code, message, status = statusOf(code)) {
  const text = message.startsWith('Code: ') ? message : `Code: ${code}. DB::Exception: ${message}`;
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8', 'X-ClickHouse-Timezone': timezone };
  if (code > 0) headers['X-ClickHouse-Exception-Code'] = String(code);
  response.writeHead(status, headers);
  response.end(`${text} (version ${version} (lab))\n`);
}

async function sendResult(response, request, result, startedAt, cut) {
  const body = request.gzip ? await gzip(result.bytes, { level: 1 }) : result.bytes;
  response.writeHead(200, {
    ...headersOf(request),
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Length': body.length,
    'X-ClickHouse-Summary': summaryOf(result, startedAt),
    ...(request.gzip ? { 'Content-Encoding': 'gzip' } : {}),
  });
  if (!cut) return response.end(body);
  return response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}

function refuse(request, method) {
  if (isMultiStatement(request.sql)) {
    throw new EngineError(62, 'Multi-statements are not allowed. (SYNTAX_ERROR)');
  }
  if (method === 'GET' && !isReadOnly(request.sql)) {
    throw new EngineError(164, 'Cannot execute query in readonly mode, use POST. (READONLY)');
  }
}

/** Plays an armed fault; answers true when the request is finished by it. */
async function play(fault, response, entry) {
  if (!fault || fault.action === 'cut') return false;
  if (fault.millis > 0) await new Promise((resolve) => setTimeout(resolve, fault.millis));
  if (fault.action === 'delay') return false;
  entry.outcome = `fault ${fault.action} ${fault.when}`;
  if (fault.action === 'drop') response.destroy();
  if (fault.action === 'error') sendError(response, fault.code, fault.message, fault.status);
  return true;
}

async function answer(httpRequest, response, url) {
  const startedAt = process.hrtime.bigint();
  const request = await readRequest(httpRequest, url);
  const entry = log.begin(request, request.sql);
  try {
    refuse(request, httpRequest.method);
    if (await play(faults.take(request.sql, 'before'), response, entry)) return;
    const result = await engine.run(request);
    entry.outcome = 'ok';
    entry.writtenRows = result.writtenRows;
    const fault = faults.take(request.sql, 'after');
    if (await play(fault, response, entry)) return;
    await sendResult(response, request, result, startedAt, fault?.action === 'cut');
  } catch (error) {
    entry.outcome = `error ${error.code ?? 1001}`;
    throw error;
  }
}

function sendJson(response, value) {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function armFrom(httpRequest) {
  const chunks = [];
  for await (const chunk of httpRequest) chunks.push(chunk);
  return faults.arm(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

const LAB = {
  'POST /lab/faults': async (httpRequest) => ({ id: await armFrom(httpRequest) }),
  'GET /lab/faults': async () => faults.list(),
  'DELETE /lab/faults': async () => faults.clear() ?? {},
  'GET /lab/log': async () => log.list(),
  'DELETE /lab/log': async () => log.clear() ?? {},
};

async function route(httpRequest, response) {
  const url = new URL(httpRequest.url, 'http://localhost');
  const lab = LAB[`${httpRequest.method} ${url.pathname}`];
  if (lab) return sendJson(response, await lab(httpRequest));
  const plain = httpRequest.method === 'GET' && !url.searchParams.has('query');
  if (plain && (url.pathname === '/ping' || url.pathname === '/')) return response.end('Ok.\n');
  return answer(httpRequest, response, url);
}

const server = http.createServer((httpRequest, response) => {
  route(httpRequest, response).catch((error) => {
    if (!response.headersSent) sendError(response, error.code ?? 1001, error.message);
  });
});
server.requestTimeout = 0;
server.keepAliveTimeout = 60000;
server.listen(Number(port), '127.0.0.1', () => {
  console.log(JSON.stringify({ port: server.address().port, version }));
});
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
