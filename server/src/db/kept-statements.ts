// Statements that every request, or every report, asks anew. PostgreSQL takes longer to plan them than to answer: they are
// prepared once on each connection, by name. Only for those that are best answered in one way, whatever the values are.
import pg from 'pg';

/** A statement that begins with this is prepared once. */
export const KEPT = '/* kept */';

/** Texts that vary (with the number of their values, say) beyond this are planned each time, as any other. */
const MOST = 300;
const names = new Map<string, string>();

const nameOf = (text: string): string | null => {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MOST) return null;
  const name = `kept_${names.size + 1}`;
  names.set(text, name);
  return name;
};

export class KeepingClient extends pg.Client {
  // oxlint-disable-next-line no-explicit-any -- the driver's own overloads
  override query(text: any, ...rest: any[]): any {
    const name = typeof text === 'string' && text.startsWith(KEPT) && Array.isArray(rest[0]) ? nameOf(text) : null;
    if (name === null) return super.query(text, ...(rest as []));
    const [values, ...others] = rest as [unknown[]];
    return super.query({ name, text, values }, ...(others as []));
  }
}
