import type { Field, FieldUse } from '@ringside/core/contract/resource.ts';
import type { Resource as ResourceName } from '@ringside/core/access/ability.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import type { z } from 'zod';

export type FieldDeclaration = Field & FieldUse;

/** Contract resource of any type, as lists and forms use it. */
export interface CrudResource {
  readonly name: ResourceName;
  readonly path: string;
  readonly row: z.ZodObject;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  readonly filters: readonly string[];
  readonly fields: Partial<Record<string, FieldDeclaration>>;
  readonly titleField: string;
  /** Whether objects that depend on a row can move to another row when it is deleted. */
  readonly movable?: boolean;
  /** `export`: exports the whole list; absent for read-only resources. */
  readonly routes: Readonly<Record<'list' | 'get' | 'create' | 'update' | 'remove', Route>> & {
    readonly export?: Route;
    /** Applies the same change to several rows in one request. */
    readonly bulk?: Route;
    /** Returns who created a row and who changed it last. */
    readonly authors?: Route;
  };
}

export type RowId = string | number;

/** Fields of every row. */
export interface AnyRow {
  readonly id: RowId;
  readonly version: number;
}

/** Row type of a resource. */
export type RowOf<R extends CrudResource> = z.output<R['row']> & AnyRow & Readonly<Record<string, unknown>>;

/** Returns the declared fields of one use, in the order of the declaration. */
export const fieldsFor = (
  resource: CrudResource,
  use: 'list' | 'create' | 'edit',
): readonly (readonly [string, FieldDeclaration])[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field?.in.includes(use) ? [[name, field] as const] : []));

export const titleOf = (resource: CrudResource, row: Readonly<Record<string, unknown>>): string =>
  String(row[resource.titleField] ?? row['id'] ?? '');
