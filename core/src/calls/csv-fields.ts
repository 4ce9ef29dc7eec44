const QUOTE = 34;
const COMMA = 44;

/**
 * Returns the fields of one CSV line (RFC 4180) without its line end. Returns `null` when it is not a complete record: a field continues on
 * the next line, a quote is inside an unquoted field, or text follows a closing quote.
 */
export const csvFields = (line: string): string[] | null => {
  const fields: string[] = [];
  for (let at = 0; ; at += 1) {
    let end: number;
    if (line.charCodeAt(at) === QUOTE) {
      let doubled = false;
      end = line.indexOf('"', at + 1);
      for (; end >= 0 && line.charCodeAt(end + 1) === QUOTE; end = line.indexOf('"', end + 2)) doubled = true;
      if (end < 0) return null;
      const text = line.slice(at + 1, end);
      fields.push(doubled ? text.replaceAll('""', '"') : text);
      end += 1;
    } else {
      end = line.indexOf(',', at);
      if (end < 0) end = line.length;
      const text = line.slice(at, end);
      if (text.includes('"')) return null;
      fields.push(text);
    }
    if (end === line.length) return fields;
    if (line.charCodeAt(end) !== COMMA) return null;
    at = end;
  }
};
