import type { SearchGroup, SearchHit } from '@ringside/core/contract/system/search.ts';
import {
  Building2,
  Hash,
  Headset,
  History,
  ListOrdered,
  type LucideIcon,
  Phone,
  PhoneCall,
  Server,
  UserRound,
  Users,
} from 'lucide-react';
import type { Namespace } from '../../locales/namespaces.ts';

interface SearchKind {
  readonly icon: LucideIcon;
  /** Namespace whose page title is the heading. Absent: `groups.<kind>` of `search`. */
  readonly texts?: Namespace;
  /** Returns the path within the console that a hit links to. */
  readonly to: (hit: SearchHit, typed: string) => string;
}

const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
const queueOnDashboard = ({ queue }: SearchHit): string => `/dashboard?${query({ queue: queue ?? '' })}`;

export const SEARCH_KINDS: Readonly<Record<SearchGroup, SearchKind>> = {
  customer: { icon: Building2, texts: 'customer', to: ({ id }) => `/customers/${id}` },
  callcenter: { icon: Headset, texts: 'callcenter', to: ({ id }) => `/callcenters/${id}` },
  queue: { icon: ListOrdered, texts: 'queue', to: queueOnDashboard },
  agent: { icon: UserRound, to: queueOnDashboard },
  call: { icon: PhoneCall, to: ({ title }) => `/dashboard?${query({ calls: title })}` },
  user: { icon: Users, texts: 'user', to: ({ id }) => `/users/${id}` },
  subscriber: { icon: Phone, texts: 'subscriber', to: ({ id }) => `/subscribers/${id}` },
  endpoint: { icon: Server, texts: 'endpoint', to: ({ title }) => `/endpoints?${query({ q: title })}` },
  did: { icon: Hash, texts: 'did', to: ({ id }) => `/dids/${id}` },
  // The list in the background shows all calls of that number.
  cdr: { icon: History, texts: 'cdr', to: ({ id }, typed) => `/reports/cdr?${query({ q: typed, call: id })}` },
};
