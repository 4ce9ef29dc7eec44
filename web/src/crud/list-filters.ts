import type { Action, Resource as ResourceName } from '@ringside/core/access/ability.ts';
import type { CrudResource } from './crud-resource.ts';

interface Shared {
  readonly field: string;
  /** Words a choice otherwise than the resource's own texts. */
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

/** Which ability reads the rows of a list that filters point to. */
const READ: Readonly<Record<string, ResourceName>> = {
  customers: 'customer',
  callcenters: 'callcenter',
  endpoints: 'endpoint',
  hours: 'hours',
  users: 'user',
};

interface Reader {
  readonly can: (action: Action, resource: ResourceName) => boolean;
  /** Rows of more than one customer come before him. */
  readonly seesCustomers: boolean;
}

/** The filter that a field's own declaration makes; undefined: names and numbers are found by the search. */
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

/** What the contract filters by beside what the page shows at once, as far as the reader has something to choose from. */
export const moreFilters = (
  resource: CrudResource,
  /** Shown at once, or always applied. */
  taken: readonly string[],
  reader: Reader,
): readonly Filter[] =>
  resource.filters.flatMap((field) => {
    const filter = taken.includes(field) ? undefined : filterOf(resource, field);
    return filter !== undefined && mayChoose(filter, reader) ? [filter] : [];
  });
