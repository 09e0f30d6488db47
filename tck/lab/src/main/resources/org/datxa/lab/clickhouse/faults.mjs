// The fault switch and the log of statements.

const LOG_LIMIT = 20000;
const LOG_HEAD = 12288;
const LOG_TAIL = 4096;
const ACTIONS = new Set(['drop', 'delay', 'error', 'hang', 'cut']);

export class Faults {
  #armed = [];
  #next = 1;

  arm(spec) {
    if (!ACTIONS.has(spec.action)) throw new Error(`Unknown action ${spec.action}`);
    if (spec.when !== 'before' && spec.when !== 'after') throw new Error(`Unknown moment ${spec.when}`);
    const fault = { skip: 0, times: 1, millis: 0, code: 0, status: 500, message: 'armed in the lab', ...spec };
    const armed = { ...fault, id: this.#next++, hits: 0, seen: 0, pattern: new RegExp(spec.match, 'is') };
    this.#armed.push(armed);
    return armed.id;
  }

  list() {
    return this.#armed.map(({ pattern, ...rest }) => rest);
  }

  clear() {
    this.#armed = [];
  }

  /** The armed fault for this statement at this moment, counted as hit; or undefined. */
  take(sql, when) {
    for (const fault of this.#armed) {
      if (fault.when !== when || fault.hits === fault.times || !fault.pattern.test(sql)) continue;
      fault.seen++;
      if (fault.seen <= fault.skip) continue;
      fault.hits++;
      return fault;
    }
    return undefined;
  }
}

export class StatementLog {
  #entries = [];
  #next = 1;

  begin(request, sql) {
    const entry = {
      number: this.#next++,
      sql: sql.length > LOG_HEAD + LOG_TAIL ? `${sql.slice(0, LOG_HEAD)} … ${sql.slice(-LOG_TAIL)}` : sql,
      sqlLength: sql.length,
      dataBytes: request.data?.length ?? 0,
      database: request.database ?? 'default',
      queryId: request.queryId,
      settings: Object.fromEntries(request.settings),
      outcome: 'running',
      writtenRows: 0,
    };
    this.#entries.push(entry);
    if (this.#entries.length > LOG_LIMIT) this.#entries.shift();
    return entry;
  }

  list() {
    return this.#entries;
  }

  clear() {
    this.#entries = [];
  }
}
