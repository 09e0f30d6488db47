// Connections to the embedded engine: one request uses one connection, alone.
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { changesConnection, insertFromFile, isInsert, quoted } from './sql.mjs';

const NATIVE = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
};

export class EngineError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function engineError(error) {
  const code = /Code: (\d+)/.exec(error.message)?.[1];
  return new EngineError(code ? Number(code) : 1001, error.message);
}

function loadNative() {
  const name = NATIVE[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`No engine for ${process.platform} on ${process.arch}`);
  return createRequire(import.meta.url)(name);
}

export class Engine {
  #native = loadNative();
  #path;
  #spool;
  #idle = [];
  #waiting = [];
  #sessions = new Map();
  #keeper;
  #files = 0;

  constructor(dataDir, connections) {
    this.#path = join(dataDir, 'engine');
    mkdirSync(dataDir, { recursive: true });
    this.#keeper = this.#open();
    this.#spool = join(dataDir, 'spool');
    rmSync(this.#spool, { recursive: true, force: true });
    mkdirSync(this.#spool, { recursive: true });
    this.uuid = this.#identity(dataDir);
    for (let i = 0; i < connections; i++) this.#idle.push(this.#open());
  }

  // The embedded engine answers a zero serverUUID(); a server keeps one with its data.
  #identity(dataDir) {
    const file = join(dataDir, 'server-uuid');
    if (!existsSync(file)) writeFileSync(file, randomUUID());
    return readFileSync(file, 'utf8').trim();
  }

  #open() {
    const handle = this.#native.CreateConnection(this.#path);
    if (!handle) throw new Error('The data directory cannot be opened (in use by another process?)');
    return { handle, database: 'default' };
  }

  async #acquire() {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  #release(connection) {
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#idle.push(connection);
  }

  async #query(connection, sql, format) {
    try {
      return await this.#native.QueryAsyncConnection(connection.handle, sql, format);
    } catch (error) {
      throw engineError(error);
    }
  }

  async #insert(connection, sql) {
    const start = sql.search(/INSERT\s/i);
    const rest = Buffer.from(sql.slice(start + 7), 'utf8');
    try {
      return await this.#native.InsertRawAsyncConnection(connection.handle, 'INSERT', rest, false);
    } catch (error) {
      throw engineError(error);
    }
  }

  async version() {
    const result = await this.#query(this.#keeper, 'SELECT version(), timezone()', 'TabSeparated');
    const [version, timezone] = result.bytes.toString('utf8').trim().split('\t');
    return { version, timezone };
  }

  /** Runs one statement and answers { bytes, readRows, readBytes, writtenRows, writtenBytes }. */
  async run(request) {
    return request.sessionId ? this.#runInSession(request) : this.#runPooled(request);
  }

  async #runPooled(request) {
    let connection = await this.#acquire();
    try {
      return await this.#runOn(connection, request);
    } finally {
      if (!(await this.#undo(connection, request))) connection = this.#replace(connection);
      this.#release(connection);
    }
  }

  async #runInSession(request) {
    const session = this.#session(request.sessionId);
    if (session.busy) throw new EngineError(373, `Code: 373. DB::Exception: Session ${request.sessionId} is locked by a concurrent client. (SESSION_IS_LOCKED)`);
    session.busy = true;
    clearTimeout(session.timer);
    try {
      return await this.#runOn(session.connection, request);
    } finally {
      await this.#undo(session.connection, request);
      session.busy = false;
      session.timer = setTimeout(() => this.#endSession(request.sessionId), request.sessionTimeoutMillis);
      session.timer.unref();
    }
  }

  #session(id) {
    if (!this.#sessions.has(id)) this.#sessions.set(id, { connection: this.#open(), busy: false });
    return this.#sessions.get(id);
  }

  #endSession(id) {
    this.#native.CloseConnection(this.#sessions.get(id).connection.handle);
    this.#sessions.delete(id);
  }

  // A session keeps the database of its last USE; other connections forget it.
  async #use(connection, request) {
    const wanted = request.database ?? (request.sessionId ? connection.database : 'default');
    if (wanted === connection.database) return;
    await this.#query(connection, `USE \`${wanted.replace(/`/g, '\\`')}\``, 'Null');
    connection.database = wanted;
  }

  async #runOn(connection, request) {
    await this.#use(connection, request);
    const assignments = [...request.settings, ...request.parameters];
    if (assignments.length > 0) {
      await this.#query(connection, `SET ${assignments.map(([k, v]) => `${k}=${quoted(v)}`).join(', ')}`, 'Null');
    }
    return request.data === undefined ? this.#statement(connection, request.sql, request.format) : this.#fromFile(connection, request);
  }

  async #statement(connection, sql, format) {
    const text = sql.length < 65536 ? sql.replace(/\bserverUUID\s*\(\s*\)/gi, `toUUID('${this.uuid}')`) : sql;
    const result = isInsert(text) ? await this.#insert(connection, text) : await this.#query(connection, text, format);
    return {
      bytes: result.bytes ?? Buffer.alloc(0),
      readRows: result.rowsRead ?? 0,
      readBytes: result.bytesRead ?? 0,
      writtenRows: result.rowsWritten ?? 0,
      writtenBytes: result.bytesWritten ?? 0,
    };
  }

  // Inline data ends at the first blank line in this engine, so data goes through a file.
  async #fromFile(connection, request) {
    const path = join(this.#spool, `data-${this.#files++}`);
    await writeFile(path, request.data);
    try {
      return await this.#statement(connection, insertFromFile(request.split, path), request.format);
    } finally {
      await unlink(path);
    }
  }

  async #undo(connection, request) {
    if (!request.sessionId && (request.parameters.length > 0 || changesConnection(request.sql))) return false;
    try {
      if (request.settings.length > 0) {
        await this.#query(connection, `SET ${request.settings.map(([k]) => `${k}=DEFAULT`).join(', ')}`, 'Null');
      }
      return true;
    } catch {
      return false;
    }
  }

  #replace(connection) {
    this.#native.CloseConnection(connection.handle);
    return this.#open();
  }
}
