// Rows out of what mysqldump and mariadb-dump write, as its text comes in, in pieces of any size: CREATE TABLE tells the
// columns, INSERT the rows, however many a statement has. Nothing is executed and nothing else is understood.

export interface DumpRow {
  /** In lower case, without its database. */
  readonly table: string;
  /** Column (in lower case) to text; null for NULL. */
  readonly values: ReadonlyMap<string, string | null>;
}

export interface SqlDump {
  push(text: string): void;
  /** Rows so far that could not be told their columns: no CREATE TABLE came before, and INSERT names none. */
  nameless(): number;
}

/** `head`: up to VALUES, or to the end of another statement. `skip`: rows of a table that nobody wants. */
type Mode = 'head' | 'values' | 'skip';

const MOST_HEAD = 256 * 1024;
const INSERT = /^\s*(?:insert|replace)\s+(?:\w+\s+)*?into\s+((?:[`"\w]+\.)?[`"\w]+)\s*(?:\(([^()]*)\))?\s*values\s*$/i;
const CREATE = /^\s*create\s+table\s+(?:if\s+not\s+exists\s+)?((?:[`"\w]+\.)?[`"\w]+)\s*\(/i;

const nameOf = (text: string): string =>
  text
    .replace(/^.*\./, '')
    .replace(/[`"\s]/g, '')
    .toLowerCase();

const columnsOfCreate = (head: string): string[] =>
  [...head.matchAll(/(?:\(|,)\s*\n?\s*[`"]([^`"]+)[`"]\s+[a-z]/gi)].map(([, name = '']) => name.toLowerCase());

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\x1a' };

const bareValue = (text: string): string | null => {
  const value = text.trim();
  if (/^null$/i.test(value)) return null;
  return value;
};

/** @param wanted tables, in lower case */
export const createSqlDump = (wanted: ReadonlySet<string>, told: (row: DumpRow) => void): SqlDump => {
  const known = new Map<string, readonly string[]>();
  let mode: Mode = 'head';
  let head = '';
  let nameless = 0;
  let table = '';
  let columns: readonly string[] = [];
  let values: (string | null)[] = [];
  /** Within a row. */
  let inRow = false;
  let bare = '';
  let quoted: string | null = null;
  /** Within quotes: which; and whether the character before was a backslash, or a quote that may end them. */
  let quote = '';
  let escaped = false;
  let maybeEnd = false;
  let comment: 'line' | 'block' | null = null;
  let last = '';

  const endStatement = (): void => {
    const created = CREATE.exec(head);
    if (created !== null) known.set(nameOf(created[1] ?? ''), columnsOfCreate(head));
    head = '';
    mode = 'head';
  };
  /** An opening parenthesis in the head: rows begin when INSERT … VALUES stands before it. */
  const beginsRows = (): Mode => {
    const insert = INSERT.exec(head);
    if (insert === null) return 'head';
    table = nameOf(insert[1] ?? '');
    columns = insert[2]?.split(',').map(nameOf) ?? known.get(table) ?? [];
    head = '';
    return wanted.has(table) ? 'values' : 'skip';
  };
  const endValue = (): void => {
    values.push(quoted ?? bareValue(bare));
    quoted = null;
    bare = '';
  };
  const endRow = (): void => {
    endValue();
    inRow = false;
    if (columns.length < values.length) nameless++;
    else told({ table, values: new Map(values.map((value, i) => [columns[i] ?? '', value])) });
    values = [];
  };

  /** What a character within quotes means; the text of a value is kept, of the rest only its end matters. */
  const within = (c: string): void => {
    const keep = (text: string): void => {
      if (mode === 'values') quoted = (quoted ?? '') + text;
      else if (mode === 'head' && head.length < MOST_HEAD) head += text;
    };
    if (escaped) {
      keep(ESCAPES[c] ?? c);
      escaped = false;
    } else if (c === '\\' && quote !== '`') escaped = true;
    else if (c === quote) maybeEnd = true;
    else keep(c);
  };
  const plain = (c: string): void => {
    if (mode === 'head') {
      if (c === ';') return endStatement();
      const next = c === '(' ? beginsRows() : 'head';
      if (next === 'head') head = head.length < MOST_HEAD ? head + c : head;
      inRow = next === 'values';
      mode = next;
      return;
    }
    if (mode === 'skip') {
      if (c === ';') endStatement();
      return;
    }
    if (!inRow) {
      if (c === '(') inRow = true;
      else if (c === ';') endStatement();
      return;
    }
    if (c === ',') endValue();
    else if (c === ')') endRow();
    else if (quoted === null) bare += c;
  };
  const outside = (c: string): void => {
    if (comment !== null) {
      if (comment === 'line' ? c === '\n' : last === '*' && c === '/') comment = null;
      return;
    }
    const before = last;
    if (mode === 'head' && ((c === '-' && before === '-') || (c === '*' && before === '/'))) {
      head = head.slice(0, -1);
      comment = c === '-' ? 'line' : 'block';
    } else if (mode === 'head' && c === '#' && head.trim() === '') comment = 'line';
    else if (c === "'" || c === '"' || (c === '`' && mode === 'head')) {
      quote = c;
      if (mode === 'values') quoted = '';
      else if (mode === 'head') head += c;
    } else plain(c);
  };

  /** So much of a text within quotes that means nothing else is taken in one piece. */
  const run = (text: string, from: number): number => {
    let to = from;
    while (to < text.length && text[to] !== quote && text[to] !== '\\') to++;
    if (to > from && mode === 'values') quoted = (quoted ?? '') + text.slice(from, to);
    else if (to > from && mode === 'head' && head.length < MOST_HEAD) head += text.slice(from, to);
    return to;
  };

  return {
    nameless: () => nameless,
    push: (text) => {
      for (let i = 0; i < text.length; i++) {
        if (quote !== '' && !escaped && !maybeEnd) {
          i = run(text, i);
          if (i >= text.length) return;
        }
        const c = text[i] ?? '';
        if (maybeEnd) {
          maybeEnd = false;
          if (c === quote) {
            // Twice is once.
            if (mode === 'values') quoted = (quoted ?? '') + c;
            continue;
          }
          if (mode === 'head') head += quote;
          quote = '';
          last = '';
        }
        if (quote === '') {
          outside(c);
          last = c;
        } else within(c);
      }
    },
  };
};
