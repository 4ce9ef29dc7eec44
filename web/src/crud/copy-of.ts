import { z } from 'zod';
import { type CrudResource, fieldsFor, titleOf } from './crud-resource.ts';
import type { Values } from './form-values.ts';
import { requiredFields } from './schema-facts.ts';

/** What no two rows share: of a copy somebody chooses it anew. */
const ONE_OF_A_KIND: ReadonlySet<string> = new Set(['code', 'extension', 'number', 'externalId']);

/** Whether a row tells all that another like it is made of; a file or a password it does not tell. */
export const isCopyable = (resource: CrudResource): boolean =>
  [...requiredFields(resource.create)].every((field) => Object.hasOwn(resource.row.shape, field));

export interface Copied {
  /** What the form of a new one begins with. */
  readonly initial: Values;
  /** What it does not show, sent along. */
  readonly fixed: Values;
}

/** `nameOf`: what the copy is called. `hidden`: fields that the form leaves out. */
export const copyOf = (
  resource: CrudResource,
  row: Readonly<Record<string, unknown>>,
  nameOf: (title: string) => string,
  hidden: readonly string[] = [],
): Copied => {
  const { titleField } = resource;
  const taken = (field: string): unknown => (field === titleField ? nameOf(titleOf(resource, row)) : row[field]);
  const copied = Object.entries(resource.create.shape).flatMap(([field, schema]): [string, unknown][] => {
    if (ONE_OF_A_KIND.has(field) || !Object.hasOwn(row, field)) return [];
    // What a row tells beside what it is given (the name of where a call goes) is left behind.
    const read = z.safeParse(schema as z.core.$ZodType, taken(field));
    return read.success ? [[field, read.data]] : [];
  });
  const asked = new Set(fieldsFor(resource, 'create').flatMap(([name]) => (hidden.includes(name) ? [] : [name])));
  return {
    initial: Object.fromEntries(copied.filter(([field]) => asked.has(field))),
    fixed: Object.fromEntries(copied.filter(([field]) => !asked.has(field))),
  };
};
