import type { Action, Resource as ResourceName } from '@ringside/core/access/ability.ts';
import type { CrudResource } from './crud-resource.ts';

interface Shared {
  readonly field: string;
  /** Returns the label of a choice if it differs from the resource's texts. */
  readonly word?: (value: string) => string;
}
export type Filter = Shared &
  (
    | { readonly kind: 'select'; readonly options: readonly string[] }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'country' }
    | { readonly kind: 'currency' }
    | { readonly kind: 'ref'; readonly resource: string }
  );

/** Permission needed to read each resource that filters refer to. */
const READ: Readonly<Record<string, ResourceName>> = {
  customers: 'customer',
  callcenters: 'callcenter',
  endpoints: 'endpoint',
  hours: 'hours',
  users: 'user',
};

interface Reader {
  readonly can: (action: Action, resource: ResourceName) => boolean;
  /** Whether the user sees rows of several customers. */
  readonly seesCustomers: boolean;
}

/** Returns the filter for a field's declared kind; undefined for names and numbers, which the search covers. */
export const filterOf = (resource: CrudResource, field: string): Filter | undefined => {
  const declared = resource.fields[field];
  switch (declared?.kind) {
    case 'boolean':
    case 'country':
    case 'currency':
      return { field, kind: declared.kind };
    case 'select':
      return { field, kind: 'select', options: declared.options.map(String) };
    case 'ref':
      return { field, kind: 'ref', resource: declared.resource };
    default:
      return undefined;
  }
};

const mayChoose = (filter: Filter, { can, seesCustomers }: Reader): boolean => {
  if (filter.kind !== 'ref') return true;
  const ability = READ[filter.resource];
  if (ability === undefined || !can('read', ability)) return false;
  return filter.resource !== 'customers' || seesCustomers;
};

/** Returns the contract's filters that the page does not show directly, as far as the user can read their choices. */
export const moreFilters = (
  resource: CrudResource,
  /** Fields that are shown directly or always applied. */
  taken: readonly string[],
  reader: Reader,
): readonly Filter[] =>
  resource.filters.flatMap((field) => {
    const filter = taken.includes(field) ? undefined : filterOf(resource, field);
    return filter !== undefined && mayChoose(filter, reader) ? [filter] : [];
  });
