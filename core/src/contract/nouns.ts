// Lists all resources. Roles, access rules, audit trail, deletions, the API description and tests use this list.
import type { Resource } from '../access/ability.ts';
import type { Dimension } from '../access/row-limits.ts';
import { acl } from './access/acl.ts';
import { apikeys } from './access/api-key.ts';
import { permissions } from './access/permission.ts';
import { roles } from './access/role.ts';
import { users } from './access/user.ts';
import { plans } from './billing/plan.ts';
import { wallboards } from './boards/wallboard.ts';
import { customers } from './customers/customer.ts';
import type { AnyNoun, NounFacts } from './noun.ts';
import { endpoints } from './pbx/endpoint.ts';
import { callcenters } from './queues/call-center.ts';
import { queues } from './queues/queue.ts';
import type { DestinationKind } from './routing/destination.ts';
import { dids } from './routing/did.ts';
import { hours } from './routing/hours.ts';
import { ivrs } from './routing/ivr.ts';
import { outboundRoutes } from './routing/outbound-route.ts';
import { prompts } from './routing/prompt.ts';
import { ringGroups } from './routing/ring-group.ts';
import { trunks } from './routing/trunk.ts';
import { subscribers } from './subscribers/subscriber.ts';
import type { Language } from './text.ts';

/** In menu order. */
export const NOUNS: readonly AnyNoun[] = [
  customers,
  subscribers,
  plans,
  endpoints,
  callcenters,
  queues,
  dids,
  ringGroups,
  hours,
  ivrs,
  prompts,
  trunks,
  outboundRoutes,
  users,
  roles,
  permissions,
  acl,
  apikeys,
  wallboards,
];

/** Subjects of abilities that are not resources. */
type Subject = Pick<NounFacts, 'dimensions' | 'roles'>;

const CALLS: readonly Dimension[] = ['customer', 'callcenter', 'queue', 'server'];

export const SUBJECTS: Readonly<Partial<Record<Resource, Subject>>> = {
  all: { dimensions: [...CALLS, 'own'], roles: { administrator: ['manage'] } },
  dashboard: {
    dimensions: [],
    roles: {
      'customer-admin': ['read'],
      support: ['read'],
      supervisor: ['read'],
      wallboard: ['read'],
      agent: ['read'],
    },
  },
  live: {
    dimensions: CALLS,
    roles: {
      'customer-admin': ['read', 'operate'],
      support: ['read', 'operate'],
      supervisor: ['read', 'operate'],
      integration: ['read'],
      wallboard: ['read'],
      agent: ['read'],
    },
  },
  cdr: {
    dimensions: [...CALLS, 'own'],
    roles: {
      'customer-admin': ['read', 'export'],
      support: ['read'],
      billing: ['read', 'export'],
      supervisor: ['read', 'export'],
      integration: ['read', 'export'],
    },
  },
  // Placing and releasing a hold needs `update`.
  recording: {
    dimensions: [...CALLS, 'own'],
    roles: { 'customer-admin': ['read', 'export', 'update'], supervisor: ['read'] },
  },
  billing: { dimensions: ['customer'], roles: { 'customer-admin': ['read', 'export'], billing: ['manage'] } },
  report: {
    dimensions: CALLS,
    roles: {
      'customer-admin': ['read', 'export'],
      support: ['read'],
      billing: ['read', 'export'],
      auditor: ['read'],
      supervisor: ['read', 'export'],
      integration: ['read', 'export'],
    },
  },
  audit: {
    dimensions: ['customer'],
    roles: { 'customer-admin': ['read', 'export'], support: ['read'], auditor: ['read', 'export'] },
  },
};

const BY_NAME = new Map<string, AnyNoun>(NOUNS.map((noun) => [noun.name, noun]));
const BY_TABLE = new Map(NOUNS.flatMap((noun) => [noun.table, ...(noun.parts ?? [])].map((table) => [table, noun])));

/** Returns the resource of an ability, or undefined. */
export const nounNamed = (resource: string): AnyNoun | undefined => BY_NAME.get(resource);

/** Returns the singular for error messages, or the name itself. */
export const singularOf = (resource: string, language: Language): string => {
  const singular = BY_NAME.get(resource)?.singular;
  return singular?.[language] ?? singular?.en ?? resource;
};

/** Returns the resource of a table or of a table with parts of its rows. */
export const nounOfTable = (table: string): AnyNoun | undefined => BY_TABLE.get(table);

/** Returns the resource that a destination refers to by ID, or undefined. A voicemail box belongs to a line. */
export const nounOfDestination = (kind: DestinationKind): AnyNoun | undefined => {
  const wanted = kind === 'voicemail' ? 'extension' : kind;
  return NOUNS.find(({ destination }) => destination?.kind === wanted);
};

/** Returns the declaration of an ability's resource. */
export const subjectOf = (resource: Resource): Subject =>
  BY_NAME.get(resource) ?? SUBJECTS[resource] ?? { dimensions: [], roles: {} };
