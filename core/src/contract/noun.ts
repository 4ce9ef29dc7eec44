// Declares a resource once, as a value. Its routes, list, form, permissions, audit trail, deletions and API description follow from the
// declaration. `nouns.ts` lists all resources.
import { z } from 'zod';
import type { Action, Resource as ResourceName } from '../access/ability.ts';
import type { Dimension } from '../access/row-limits.ts';
import type { BuiltInRoleName } from '../access/roles.ts';
import type { ErrorCode } from './errors.ts';
import type { Field, FieldUse } from './resource.ts';
import type { DestinationKind } from './routing/destination.ts';
import {
  BulkResult,
  exportRoute,
  Id,
  ListMeta,
  ListQuery,
  MOST_CHANGED,
  NumberedRowVersion,
  RemoveQuery,
  RowAuthors,
  RowVersion,
} from './resource.ts';
import type { Route } from './route.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';
import type { Language } from './text.ts';

/** Properties common to all resources. */
export interface NounFacts<Key extends string = string> {
  /** Name in code, such as `callCenter`. Abilities, tags, audit entries and locale namespaces use it in lowercase. */
  readonly key: string extends Key ? string : Lowercase<Key> extends ResourceName ? Key : never;
  /** Path in the public API, such as `/callcenters`. */
  readonly path: string;
  /** Database table, such as `callcenters`. */
  readonly table: string;
  /** Tables with parts of a row. A change there is a change of the row. */
  readonly parts?: readonly string[];
  /** English singular and plural, for the API description. */
  readonly words: readonly [one: string, many: string];
  /** Singular for error messages, such as "Still used by queue: Sales." */
  readonly singular: Readonly<Partial<Record<Language, string>> & { en: string }>;
  /** Heading of its routes in the API description, when `words` does not fit. */
  readonly heading?: string;
  /** For rows with an extension: their destination kind, and the field with the next destination. */
  readonly destination?: {
    readonly kind: DestinationKind;
    readonly onward?: { readonly field: string; readonly when: string };
    /** Table of the lines that a row rings, and its column for the row. */
    readonly rings?: { readonly table: string; readonly column: string };
  };
  /** Dimensions by which an access rule can select rows. */
  readonly dimensions: readonly Dimension[];
  /** Actions of the built-in roles. Administrators may do everything. Resellers also have the actions of a customer's administrator. */
  readonly roles: Readonly<Partial<Record<BuiltInRoleName, readonly Action[]>>>;
}

/** A resource as seen by generic lists and forms. */
export interface AnyNoun extends Omit<NounFacts, 'key'> {
  readonly key: string;
  readonly name: ResourceName;
  readonly row: z.ZodObject;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  readonly filters: readonly string[];
  readonly fields: Partial<Record<string, Field & FieldUse>>;
  readonly titleField: string;
  readonly movable?: boolean;
  /** `bulk`: the same change to several rows. `authors`: who created and last changed a row. */
  readonly routes: Readonly<Record<'list' | 'get' | 'create' | 'update' | 'remove', Route>> &
    Readonly<Partial<Record<'export' | 'bulk' | 'authors', Route>>>;
}

type NameOf<Key extends string> = Lowercase<Key> & ResourceName;

const nameOf = <Key extends string>(key: Key): NameOf<Key> => key.toLowerCase() as NameOf<Key>;

/** Returns the facts of a resource with custom routes. */
export const nounFacts = <const Key extends string>(facts: NounFacts<Key>) => ({
  ...facts,
  name: nameOf<Key>(facts.key),
});

export interface NounDefinition<
  Key extends string,
  Row extends z.ZodObject,
  Create extends z.ZodObject,
  Update extends z.ZodObject,
> extends NounFacts<Key> {
  readonly idKind?: 'uuid' | 'integer';
  readonly row: Row;
  readonly create: Create;
  /** All fields are optional: PATCH changes only given fields. */
  readonly update: Update;
  readonly sortable: readonly (keyof z.output<Row> & string)[];
  readonly defaultSort: string;
  /** Columns searched by `q`, and columns of `?<field>=` filters. */
  readonly searchable: readonly (keyof z.output<Row> & string)[];
  readonly filters: readonly (keyof z.output<Row> & string)[];
  readonly fields: Partial<Record<keyof z.output<Row> | keyof z.output<Create>, Field & FieldUse>>;
  /** The field that identifies a row to users. */
  readonly titleField: keyof z.output<Row> & string;
  /** Maximum size of create and update bodies that contain a file. */
  readonly maxBodyBytes?: number;
  /** Dependents of a deleted row can be moved to another row. */
  readonly movable?: boolean;
}

const namesSomething = (change: object): boolean => Object.keys(change).length > 0;

/** Applies the same change to several rows. */
const bulkRoute = <const Update extends z.ZodObject>(
  d: Pick<NounFacts, 'path' | 'words'> & { readonly name: ResourceName; readonly update: Update },
  row: z.ZodType<{ readonly id: string | number; readonly version: number }>,
) =>
  route({
    method: 'PATCH',
    path: d.path,
    summary: `Change the named fields of several ${d.words[1]}`,
    tag: d.name,
    access: ['update', d.name],
    body: z.object({
      rows: z.array(row).min(1).max(MOST_CHANGED),
      change: d.update.refine(namesSomething, { params: { rule: 'required' } }),
    }),
    response: BulkResult,
    errors: [],
  });

/** Default maximum size of a body. */
const USUAL_BODY_BYTES = 1_048_576;

const REMOVE_ERRORS: readonly ErrorCode[] = ['not-found', 'conflict', 'stale'];

type Named<Key extends string, Row extends z.ZodObject, Create extends z.ZodObject, Update extends z.ZodObject> = Omit<
  NounDefinition<Key, Row, Create, Update>,
  'key'
> & { readonly name: ResourceName };

const paramsOf = (idKind: 'uuid' | 'integer' | undefined) =>
  z.object({ id: idKind === 'integer' ? z.coerce.number().int().min(1) : Id });

const readRoutes = <const Row extends z.ZodObject, const Create extends z.ZodObject, const Update extends z.ZodObject>(
  d: Named<string, Row, Create, Update>,
) => {
  const [one, many] = d.words;
  const params = paramsOf(d.idKind);
  const filters = Object.fromEntries(
    d.filters.map((f) => [f, z.string().max(200).regex(PATTERNS.characters).optional()]),
  );
  const order = z.enum(d.sortable.flatMap((field) => [field, `-${field}`])).optional();
  return {
    list: route({
      method: 'GET',
      path: d.path,
      summary: `List ${many}`,
      tag: d.name,
      access: ['read', d.name],
      query: ListQuery.extend({ ...filters, sort: order }),
      response: z.object({ data: z.array(d.row), meta: ListMeta }),
      errors: [],
    }),
    export: exportRoute({ ...d, plural: many }, { ...filters, sort: order }),
    get: route({
      method: 'GET',
      path: `${d.path}/:id`,
      summary: `Get one ${one}`,
      tag: d.name,
      access: ['read', d.name],
      params,
      response: d.row,
      errors: ['not-found'],
    }),
    authors: route({
      method: 'GET',
      path: `${d.path}/:id/authors`,
      summary: `Get who created one ${one} and who changed it last`,
      tag: d.name,
      access: ['read', d.name],
      params,
      response: RowAuthors,
      errors: ['not-found'],
    }),
  };
};

const writeRoutes = <const Row extends z.ZodObject, const Create extends z.ZodObject, const Update extends z.ZodObject>(
  d: Named<string, Row, Create, Update>,
) => {
  const [one] = d.words;
  const params = paramsOf(d.idKind);
  const maxBodyBytes: number = d.maxBodyBytes ?? USUAL_BODY_BYTES;
  return {
    create: route({
      method: 'POST',
      path: d.path,
      summary: `Create one ${one}`,
      tag: d.name,
      access: ['create', d.name],
      body: d.create,
      maxBodyBytes,
      response: d.row,
      status: 201,
      errors: ['conflict', 'not-found'],
    }),
    update: route({
      method: 'PATCH',
      path: `${d.path}/:id`,
      summary: `Change the named fields of one ${one}`,
      tag: d.name,
      access: ['update', d.name],
      params,
      body: d.update,
      maxBodyBytes,
      response: d.row,
      errors: ['not-found', 'conflict', 'stale'],
    }),
    bulk: bulkRoute(d, d.idKind === 'integer' ? NumberedRowVersion : RowVersion),
    remove: route({
      method: 'DELETE',
      path: `${d.path}/:id`,
      summary: `Delete one ${one}`,
      tag: d.name,
      access: ['delete', d.name],
      params,
      query: RemoveQuery,
      status: 204,
      errors: REMOVE_ERRORS,
    }),
  };
};

export const noun = <
  const Key extends string,
  const Row extends z.ZodObject,
  const Create extends z.ZodObject,
  const Update extends z.ZodObject,
>(
  definition: NounDefinition<Key, Row, Create, Update>,
) => {
  const d = { ...definition, name: nameOf<Key>(definition.key) };
  return { ...d, routes: { ...readRoutes<Row, Create, Update>(d), ...writeRoutes<Row, Create, Update>(d) } };
};
