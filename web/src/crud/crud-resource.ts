import type { Field, FieldUse } from '@ringside/core/contract/resource.ts';
import type { Action, Resource as ResourceName } from '@ringside/core/access/ability.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import type { z } from 'zod';

export type FieldDeclaration = Field & FieldUse;

/** A resource of the contract as lists and forms see it: any of them. */
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
  /** What depends on a row may go over to another when it is deleted. */
  readonly movable?: boolean;
  /** `export`: of a whole resource; what is only read has none. */
  readonly routes: Readonly<Record<'list' | 'get' | 'create' | 'update' | 'remove', Route>> & {
    readonly export?: Route;
    /** The same change to several rows, in one call. */
    readonly bulk?: Route;
    /** Who made a row, and who changed it last. */
    readonly authors?: Route;
  };
}

export type RowOf<R extends CrudResource> = z.output<R['row']>;
export type RowId = string | number;

/** Every row has these, whatever its noun. */
export interface AnyRow {
  readonly id: RowId;
  readonly version: number;
}

export type Verb = Extract<Action, 'create' | 'update' | 'delete'>;

/** The declared fields of one use, in the order of the declaration. */
export const fieldsFor = (
  resource: CrudResource,
  use: 'list' | 'create' | 'edit',
): readonly (readonly [string, FieldDeclaration])[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field?.in.includes(use) ? [[name, field] as const] : []));

export const titleOf = (resource: CrudResource, row: Readonly<Record<string, unknown>>): string =>
  String(row[resource.titleField] ?? row['id'] ?? '');
