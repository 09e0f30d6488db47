// The little that has to be known about a statement before the engine sees it.

const QUOTES = new Set(["'", '"', '`']);
const READ_ONLY = /^(SELECT|WITH|SHOW|DESCRIBE|DESC|EXISTS|EXPLAIN|\()/i;
const OUTPUT_FORMAT = /\bFORMAT\s+(\w+)\s*(?:SETTINGS\s[^;]*)?;?\s*$/i;
const HEAD_BYTES = 1 << 20;
const TAIL_CHARS = 4096;

function endOfQuote(text, start) {
  const quote = text[start];
  let at = start + 1;
  for (;;) {
    at = text.indexOf(quote, at);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
    at++;
  }
}

function endOfComment(text, at) {
  if (text.startsWith('--', at)) return endOrLength(text, text.indexOf('\n', at), 1);
  if (text.startsWith('/*', at)) return endOrLength(text, text.indexOf('*/', at + 2), 2);
  return at;
}

function endOrLength(text, found, width) {
  return found < 0 ? text.length : found + width;
}

/** The position after any blanks and comments from `at` on. */
export function skipBlank(text, at = 0) {
  for (;;) {
    while (at < text.length && /\s/.test(text[at])) at++;
    const next = endOfComment(text, at);
    if (next === at) return at;
    at = next;
  }
}

/** Calls visit(character, position) outside quotes and comments; a returned number is a jump, false ends. */
function walk(text, start, visit) {
  let at = start;
  while (at < text.length) {
    const c = text[at];
    if (QUOTES.has(c)) {
      at = endOfQuote(text, at);
      continue;
    }
    const afterComment = c === '-' || c === '/' ? endOfComment(text, at) : at;
    if (afterComment !== at) {
      at = afterComment;
      continue;
    }
    const next = visit(c, at);
    if (next === false) return;
    at = typeof next === 'number' ? next : at + 1;
  }
}

/** Whether more than one statement stands in the text. */
export function isMultiStatement(text) {
  const first = text.indexOf(';');
  if (first < 0 || skipBlank(text, first + 1) === text.length) return false;
  let found = false;
  walk(text, 0, (c, at) => {
    if (c !== ';') return undefined;
    found = skipBlank(text, at + 1) < text.length;
    return false;
  });
  return found;
}

export function isInsert(text) {
  const start = skipBlank(text);
  return /^INSERT\s/i.test(text.slice(start, start + 7));
}

export function isReadOnly(text) {
  const start = skipBlank(text);
  return READ_ONLY.test(text.slice(start, start + 10));
}

/** Whether the statement leaves something behind in its connection. */
export function changesConnection(text) {
  const start = skipBlank(text);
  return /^(SET|USE|CREATE\s+TEMPORARY)\b/i.test(text.slice(start, start + 64));
}

/** The format that a statement names for its result, or undefined. */
export function outputFormat(text) {
  return OUTPUT_FORMAT.exec(text.slice(-TAIL_CHARS))?.[1];
}

/**
 * Splits `INSERT … FORMAT name <data>`. Answers undefined when there is no FORMAT clause, else
 * where the clauses stand and where the data starts.
 */
export function splitInsert(buffer) {
  const text = buffer.toString('latin1', 0, Math.min(buffer.length, HEAD_BYTES));
  if (!isInsert(text)) return undefined;
  const found = clauses(text);
  if (!found.format) return undefined;
  const afterName = found.format.end;
  const gap = /^[ \t\f]*;?[ \t\f\r]*\n?/.exec(text.slice(afterName, afterName + 64))[0].length;
  return {
    text: text.slice(0, afterName),
    format: found.format,
    settingsAt: found.settingsAt,
    input: found.input,
    dataAt: afterName + gap,
  };
}

function clauses(text) {
  const found = {};
  let depth = 0;
  walk(text, 0, (c, at) => {
    if (c === '(') depth++;
    if (c === ')') depth--;
    if (!/[A-Za-z_]/.test(c)) return undefined;
    const word = /^\w+/.exec(text.slice(at, at + 256))[0];
    const end = at + word.length;
    return clause(found, text, word.toUpperCase(), at, end, depth) ? false : end;
  });
  return found;
}

function clause(found, text, word, at, end, depth) {
  if (word === 'INPUT' && /^\s*\(/.test(text.slice(end, end + 16))) {
    const open = text.indexOf('(', end) + 1;
    found.input = { at, end, structureAt: open, structureEnd: endOfQuote(text, skipBlank(text, open)) };
  }
  if (depth > 0) return false;
  if (word === 'SETTINGS' && found.settingsAt === undefined) found.settingsAt = at;
  if (word !== 'FORMAT') return word === 'VALUES';
  const name = /^\s+(\w+)(?!\s*\()/.exec(text.slice(end, end + 256));
  if (!name || /^\w/.test(text.slice(end + name[0].length, end + name[0].length + 1))) return false;
  found.format = { at, end: end + name[0].length, name: name[1] };
  return true;
}

/** The same INSERT with its data in a file. */
export function insertFromFile(split, path) {
  const file = `'${path}'`;
  if (split.input) return insertSelectFromFile(split, file);
  const at = split.settingsAt ?? split.format.at;
  return `${split.text.slice(0, at)} FROM INFILE ${file} ${split.text.slice(at)}`;
}

function insertSelectFromFile(split, file) {
  const { input, text, format } = split;
  const structure = text.slice(input.structureAt, input.structureEnd);
  const closing = text.indexOf(')', input.structureEnd) + 1;
  const source = `file(${file}, '${format.name}', ${structure})`;
  return text.slice(0, input.at) + source + text.slice(closing, format.at);
}

export function quoted(value) {
  return `'${String(value).replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}
