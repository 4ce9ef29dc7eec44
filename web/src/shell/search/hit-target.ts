import type { SearchGroup, SearchHit } from '@ringside/core/contract/search.ts';

/** Where a hit leads: an address within the console. */
export const hitTarget = (kind: SearchGroup, hit: SearchHit, typed: string): string => {
  const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
  switch (kind) {
    case 'customer':
      return `/customers/${hit.id}`;
    case 'callcenter':
      return `/callcenters/${hit.id}`;
    case 'user':
      return `/users/${hit.id}`;
    case 'subscriber':
      return `/subscribers/${hit.id}`;
    case 'did':
      return `/dids/${hit.id}`;
    // The list behind it shows all calls of that number.
    case 'cdr':
      return `/reports/cdr?${query({ q: typed, call: hit.id })}`;
    case 'endpoint':
      return `/endpoints?${query({ q: hit.title })}`;
    case 'call':
      return `/dashboard?${query({ calls: hit.title })}`;
    case 'queue':
    case 'agent':
      return `/dashboard?${query({ queue: hit.queue ?? '' })}`;
  }
};
