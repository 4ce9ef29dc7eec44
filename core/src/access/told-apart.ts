// By what things of each resource can be told apart, where a rule is about some of them.
import type { Resource } from './ability.ts';
import type { Dimension } from '../base/row-limits.ts';

const CALLS = ['customer', 'callcenter', 'queue', 'server'] as const;
const PLACED = ['customer', 'server'] as const;

const DIMENSIONS: Readonly<Partial<Record<Resource, readonly Dimension[]>>> = {
  all: [...CALLS, 'own'],
  live: CALLS,
  report: CALLS,
  cdr: [...CALLS, 'own'],
  recording: [...CALLS, 'own'],
  queue: CALLS,
  callcenter: ['customer', 'callcenter'],
  customer: ['customer'],
  subscriber: [...PLACED, 'own'],
  did: PLACED,
  ringgroup: PLACED,
  ivr: PLACED,
  trunk: PLACED,
  outboundroute: PLACED,
  endpoint: ['server'],
  user: ['customer', 'own'],
  apikey: ['customer', 'own'],
  hours: ['customer'],
  prompt: ['customer'],
  wallboard: ['customer'],
  billing: ['customer'],
  acl: ['customer'],
  audit: ['customer'],
};

/** Of `all`: a rule is about those resources that have what it names. */
export const toldApartBy = (resource: Resource): readonly Dimension[] => DIMENSIONS[resource] ?? [];

/** The field of a rule for each. */
export const THINGS_BY = {
  customer: 'customerIds',
  callcenter: 'callcenterIds',
  queue: 'queueIds',
  server: 'serverIds',
  own: 'ownOnly',
} as const satisfies Record<Dimension, string>;
