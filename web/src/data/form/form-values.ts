import type { FieldDeclaration } from '../list/crud-resource.ts';

export type Values = Record<string, unknown>;

/** Returns the initial value of an empty input. Selects and references start with null, so that the placeholder shows. */
const blank = (field: FieldDeclaration): unknown => {
  switch (field.kind) {
    case 'boolean':
      return false;
    case 'number':
      return '';
    case 'ref':
      return field.many ? [] : null;
    case 'select':
    case 'timezone':
    case 'country':
    case 'currency':
    case 'language':
    case 'destination':
    case 'instant':
      return null;
    default:
      return '';
  }
};

const MAY_BE_NONE: ReadonlySet<string> = new Set(['ref', 'destination', 'instant', 'country']);

type Fields = readonly (readonly [string, FieldDeclaration])[];

/** Converts a row (or the defaults of a new one) to input values. Selects hold text, also for numbers. */
export const toInputs = (fields: Fields, row: Values): Values =>
  Object.fromEntries(
    fields.map(([name, field]) => {
      const value = row[name];
      if (value === undefined || value === null) return [name, blank(field)];
      return [name, field.kind === 'select' || (field.kind === 'ref' && !field.many) ? String(value) : value];
    }),
  );

/**
 * Converts input values to the contract's format. `numeric`: fields that are numbers in the contract but selected as text. Empty values of
 * a new record are left out, so that the server's defaults apply. An empty secret keeps the stored one. An empty number, time, country or
 * reference in `nullable` becomes null.
 */
export const fromInputs = (
  fields: Fields,
  inputs: Values,
  numeric: ReadonlySet<string>,
  nullable: ReadonlySet<string> = new Set(),
): Values =>
  Object.fromEntries(
    fields.flatMap(([name, field]): [string, unknown][] => {
      const value = inputs[name];
      if (value === null && MAY_BE_NONE.has(field.kind) && nullable.has(name)) return [[name, null]];
      if (value === null || value === undefined) return [];
      if (field.kind === 'secret' && value === '') return [];
      if (field.kind === 'number' && value === '') return nullable.has(name) ? [[name, null]] : [];
      return [[name, numeric.has(name) ? Number(value) : value]];
    }),
  );
