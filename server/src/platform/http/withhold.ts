// Withholds masked fields: removes them from answers and exports, and refuses to sort or filter by them.
import type { Mask } from '@ringside/core/access/masks.ts';
import { MASKED } from '@ringside/core/access/masks.ts';
import { maskedFields, maskingOf } from '@ringside/core/access/masks.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { Refusal } from '../caller/refusal.ts';

const fault = (path: string) => new Refusal('invalid', { errors: [{ path, code: 'withheld' }] });

/** Shorter numbers are extensions, which are not masked. */
const SOUGHT = /\d{6}/;
const SEARCHES: ReadonlySet<string> = new Set(['q', 'extension']);

/** Refuses to sort, filter or search by masked fields, because that would reveal their values. */
const refuseQuery = (masks: readonly Mask[], query: object): void => {
  const fields = maskedFields(masks);
  const named: readonly (readonly [string, unknown])[] = Object.entries(query);
  for (const [name, value] of named) {
    if (value === undefined || value === '') continue;
    // A numeric parameter is a count. Amounts and caller numbers are texts.
    if (typeof value === 'number') continue;
    if (fields.has(name)) throw fault(name);
    if (/sort$/i.test(name) && fields.has(String(value).replace(/^-/, ''))) throw fault(name);
    if (SEARCHES.has(name) && masks.includes('caller-number') && SOUGHT.test(String(value).replace(/[\s().-]/g, '')))
      throw fault(name);
  }
};

/** Refuses to write a mask back as the value of its field. */
const refuseBody = (fields: ReadonlySet<string>, body: unknown, path: readonly string[] = []): void => {
  if (body === null || typeof body !== 'object') return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string' && fields.has(name) && value.startsWith(MASKED))
      throw fault([...path, name].join('.'));
    refuseBody(fields, value, [...path, name]);
  }
};

export const refuseWithheld = (
  masks: readonly Mask[],
  call: { readonly query: unknown; readonly body: unknown },
): void => {
  if (masks.length === 0) return;
  refuseQuery(masks, call.query ?? {});
  refuseBody(maskedFields(masks), call.body);
};

/** Returns the file without masked fields. Throws `forbidden` if the document cannot be made without them. */
export const withheldFrom = (file: FileAnswer, masks: readonly Mask[]): FileAnswer => {
  if (file.tells?.some((mask) => masks.includes(mask))) {
    throw new Refusal('forbidden', { detail: 'This would reveal data that is hidden from you' });
  }
  return masks.length === 0 || file.masked === undefined ? file : file.masked(maskingOf(masks));
};
