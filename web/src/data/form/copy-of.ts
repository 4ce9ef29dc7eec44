import { z } from 'zod';
import { type CrudResource, fieldsFor, titleOf } from '../list/crud-resource.ts';
import type { Values } from './form-values.ts';
import { requiredFields } from './schema-facts.ts';

/** Unique fields. A copy leaves them empty. */
const ONE_OF_A_KIND: ReadonlySet<string> = new Set(['code', 'extension', 'number', 'externalId']);

/** Returns whether a row contains all required fields for a new record. Files and passwords are not part of a row. */
export const isCopyable = (resource: CrudResource): boolean =>
  [...requiredFields(resource.create)].every((field) => Object.hasOwn(resource.row.shape, field));

export interface Copied {
  /** Initial values of the form. */
  readonly initial: Values;
  /** Values that the form does not show but sends. */
  readonly fixed: Values;
}

/** Returns the values of a copy. `nameOf`: returns the copy's name. `hidden`: fields that the form leaves out. */
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
    // Parsing removes read-only parts of a value, such as the name of a call destination.
    const read = z.safeParse(schema, taken(field));
    return read.success ? [[field, read.data]] : [];
  });
  const asked = new Set(fieldsFor(resource, 'create').flatMap(([name]) => (hidden.includes(name) ? [] : [name])));
  return {
    initial: Object.fromEntries(copied.filter(([field]) => asked.has(field))),
    fixed: Object.fromEntries(copied.filter(([field]) => !asked.has(field))),
  };
};
