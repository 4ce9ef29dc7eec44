// Reads rows from mysqldump and mariadb-dump text in chunks of any size. CREATE TABLE names the columns, INSERT has the rows. Other
// statements are skipped and nothing is executed.

export interface DumpRow {
  /** Lowercase, without its database. */
  readonly table: string;
  /** Maps columns (lowercase) to text. `null` for NULL. */
  readonly values: ReadonlyMap<string, string | null>;
}

interface SqlDump {
  push(text: string): void;
  /** Number of rows without column names: no CREATE TABLE came before, and INSERT names none. */
  nameless(): number;
}

/** `head`: up to VALUES, or to the end of another statement. `skip`: rows of an unwanted table. */
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

/** The current statement: its head, or the rows after VALUES. Receives text without comments, and quoted text separately. */
const createStatements = (wanted: ReadonlySet<string>, onRow: (row: DumpRow) => void) => {
  const known = new Map<string, readonly string[]>();
  let mode: Mode = 'head';
  let head = '';
  let nameless = 0;
  let table = '';
  let columns: readonly string[] = [];
  let values: (string | null)[] = [];
  let inRow = false;
  let bare = '';
  let quoted: string | null = null;

  const endStatement = (): void => {
    const created = CREATE.exec(head);
    if (created !== null) known.set(nameOf(created[1] ?? ''), columnsOfCreate(head));
    head = '';
    mode = 'head';
  };
  /** At an opening parenthesis in the head: rows start if INSERT … VALUES precedes it. */
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
    else onRow({ table, values: new Map(values.map((value, i) => [columns[i] ?? '', value])) });
    values = [];
  };
  const inHead = (c: string): void => {
    if (c === ';') return endStatement();
    mode = c === '(' ? beginsRows() : 'head';
    if (mode === 'head' && head.length < MOST_HEAD) head += c;
    inRow = mode === 'values';
  };
  const inValues = (c: string): void => {
    if (!inRow) {
      if (c === '(') inRow = true;
      else if (c === ';') endStatement();
    } else if (c === ',') endValue();
    else if (c === ')') endRow();
    else if (quoted === null) bare += c;
  };

  return {
    mode: (): Mode => mode,
    nameless: (): number => nameless,
    isEmpty: (): boolean => head.trim() === '',
    plain: (c: string): void => {
      if (mode === 'head') inHead(c);
      else if (mode === 'values') inValues(c);
      else if (c === ';') endStatement();
    },
    /** The last character started a comment. */
    dropLast: (): void => {
      head = head.slice(0, -1);
    },
    openQuote: (quote: string): void => {
      if (mode === 'values') quoted = '';
      else if (mode === 'head') head += quote;
    },
    quotedText: (text: string): void => {
      if (mode === 'values') quoted = (quoted ?? '') + text;
      else if (mode === 'head' && head.length < MOST_HEAD) head += text;
    },
    closeQuote: (quote: string): void => {
      if (mode === 'head') head += quote;
    },
  };
};

/** @param wanted tables, lowercase */
export const createSqlDump = (wanted: ReadonlySet<string>, onRow: (row: DumpRow) => void): SqlDump => {
  const statements = createStatements(wanted, onRow);
  /** The open quote or '', and whether the last character was a backslash or a possible closing quote. */
  let quote = '';
  let escaped = false;
  let maybeEnd = false;
  let comment: 'line' | 'block' | null = null;
  let last = '';

  const withinQuotes = (c: string): void => {
    if (escaped) {
      statements.quotedText(ESCAPES[c] ?? c);
      escaped = false;
    } else if (c === '\\' && quote !== '`') escaped = true;
    else if (c === quote) maybeEnd = true;
    else statements.quotedText(c);
  };
  const outside = (c: string): void => {
    if (comment !== null) {
      if (comment === 'line' ? c === '\n' : last === '*' && c === '/') comment = null;
      return;
    }
    const inHead = statements.mode() === 'head';
    if (inHead && ((c === '-' && last === '-') || (c === '*' && last === '/'))) {
      statements.dropLast();
      comment = c === '-' ? 'line' : 'block';
    } else if (inHead && c === '#' && statements.isEmpty()) comment = 'line';
    else if (c === "'" || c === '"' || (c === '`' && inHead)) {
      quote = c;
      statements.openQuote(c);
    } else statements.plain(c);
  };
  /** Takes quoted text up to the next quote or backslash in one piece. Returns where it ends. */
  const takeQuoted = (text: string, from: number): number => {
    let to = from;
    while (to < text.length && text[to] !== quote && text[to] !== '\\') to++;
    if (to > from) statements.quotedText(text.slice(from, to));
    return to;
  };

  return {
    nameless: statements.nameless,
    push: (text) => {
      for (let i = 0; i < text.length; i++) {
        if (quote !== '' && !escaped && !maybeEnd) {
          i = takeQuoted(text, i);
          if (i >= text.length) return;
        }
        const c = text[i] ?? '';
        if (maybeEnd) {
          maybeEnd = false;
          if (c === quote) {
            // A doubled quote within a value is one quote.
            if (statements.mode() === 'values') statements.quotedText(c);
            continue;
          }
          statements.closeQuote(quote);
          quote = '';
          last = '';
        }
        if (quote === '') {
          outside(c);
          last = c;
        } else withinQuotes(c);
      }
    },
  };
};
