// What a caller may not see of what he may read: taken out of answers and files on their way to him, and no use to ask about.
import type { Mask } from '@ringside/core/base/masks.ts';
import { MASKED } from '@ringside/core/base/masked.ts';
import { maskedFields, maskingOf } from '@ringside/core/base/masks.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { Refusal } from './errors.ts';

const fault = (path: string) => new Refusal('invalid', { errors: [{ path, code: 'withheld' }] });

/** A number that is looked for would be found: the answer would tell it. */
const SOUGHT = /\d{6}/;

/** To sort or filter by a field tells what is in it. */
const refuseQuery = (masks: readonly Mask[], query: Readonly<Record<string, unknown>>): void => {
  const fields = maskedFields(masks);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    // A number asks how many: amounts and numbers of callers are texts.
    if (typeof value === 'number') continue;
    if (fields.has(name)) throw fault(name);
    if (name === 'sort' && fields.has(String(value).replace(/^-/, ''))) throw fault(name);
    if (name === 'q' && masks.includes('caller-number') && SOUGHT.test(String(value).replace(/[\s().-]/g, '')))
      throw fault(name);
  }
};

/** What stood in place of a value does not take its place. */
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
  refuseQuery(masks, (call.query ?? {}) as Readonly<Record<string, unknown>>);
  refuseBody(maskedFields(masks), call.body);
};

/** The file without them; a document that cannot be without them is not given. */
export const withheldFrom = (file: FileAnswer, masks: readonly Mask[]): FileAnswer => {
  if (file.tells?.some((mask) => masks.includes(mask))) {
    throw new Refusal('forbidden', { detail: 'It tells what is withheld from you' });
  }
  return masks.length === 0 || file.masked === undefined ? file : file.masked(maskingOf(masks));
};
