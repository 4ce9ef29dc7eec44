// Walks every route of the contract with two customers that look alike. A route that this test does not know how to call
// fails it: add its line to EXAMPLES.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { can } from '@ringside/core/access/ability.ts';
import { BUILT_IN_ROLES } from '@ringside/core/access/roles.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { openApiOf } from './http/openapi-document.ts';
import { contractRoutes } from './http/openapi.ts';
import { packageVersion } from './package-version.ts';
import { startTestConsole } from './testing/test-console.ts';
import type { TestConsole } from './testing/test-console.ts';
import { CUSTOMER_ROLES, makeTwoCustomers } from './testing/two-customers.ts';
import type { Side, World } from './testing/two-customers.ts';

interface Example {
  /** The `:id` that stands for a side's row; absent for routes without parameters. */
  readonly id?: (side: Side) => string | number;
  /** A body that would work for its own side. */
  readonly body?: (side: Side) => Record<string, unknown>;
  /** Body fields that point to another row, with the foreign value: the answer must be 404 or 422, and nothing may change. */
  readonly pointers?: (side: Side) => Record<string, unknown>;
}

const user = (side: Side): string => side.userIds['agent'] ?? '';
const line = (side: Side) => ({ kind: 'extension', id: side.subscriberId });
const testSettings = { amiHost: '127.0.0.1', amiUsername: 'u', amiSecret: 's' };
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const madeCredential = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const usedCredential = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};
const schedule = { report: 'agents', format: 'pdf', every: 'day', language: 'en', recipients: ['x@example.com'] };
const nobody = '00000000-0000-4000-8000-000000000000';

const EXAMPLES: Readonly<Record<string, Example>> = {
  'POST /login': { body: () => ({ username: 'x', password: 'y' }) },
  'POST /logout': {},
  'GET /user': {},
  'PATCH /user': { body: () => ({ theme: { skin: 'dark' } }) },
  'POST /user/password': { body: () => ({ currentPassword: 'x', newPassword: 'quiet lanterns on the pier' }) },
  'GET /user/sessions': {},
  'DELETE /user/sessions/:id': { id: () => nobody },
  'DELETE /user/sessions': {},
  'POST /user/email': { body: () => ({ password: 'x', email: 'x@example.com' }) },
  'PUT /user/avatar': { body: () => ({ image: 'AAAA' }) },
  'DELETE /user/avatar': {},
  'GET /user/views': {},
  'PUT /user/views': { body: () => ({ list: 'queues', columns: ['name'], density: 'compact' }) },
  'GET /user/two-factor': {},
  'POST /user/two-factor/start': { body: () => ({ password: 'x' }) },
  'POST /user/two-factor/enable': { body: () => ({ otp: '000000' }) },
  'POST /user/two-factor/disable': { body: () => ({ password: 'x', otp: '000000' }) },
  'POST /user/two-factor/recovery-codes': { body: () => ({ password: 'x', otp: '000000' }) },
  'DELETE /users/:id/two-factor': { id: user },
  'GET /user/passkeys': {},
  'POST /user/passkeys/start': { body: () => ({ password: 'x' }) },
  'POST /user/passkeys': { body: () => ({ name: 'Phone', credential: madeCredential }) },
  'PATCH /user/passkeys/:id': { id: () => nobody, body: () => ({ name: 'Taken over' }) },
  'DELETE /user/passkeys/:id': { id: () => nobody },
  'POST /login/passkey/start': {},
  'POST /login/passkey': { body: () => ({ attempt: 'x', credential: usedCredential }) },
  'POST /password/forgot': { body: () => ({ username: 'x' }) },
  'GET /user/notifications': {},
  'PATCH /user/notifications/:id': { id: () => nobody, body: () => ({ read: true }) },
  'POST /user/notifications/read': {},
  'POST /realtime/ticket': {},
  'POST /invites/look': { body: () => ({ token: 'x' }) },
  'POST /set-password': { body: () => ({ token: 'x', password: 'quiet lanterns on the pier' }) },
  'GET /setup': {},
  'POST /setup': {
    body: () => ({ token: 'x', username: 'u', email: 'u@example.com', password: 'quiet lanterns on the pier' }),
  },

  'GET /customers': {},
  'POST /customers/import': { body: () => ({ csv: 'code,name\nfourth,Fourth' }) },
  'GET /customers/:id': { id: (s) => s.customerId },
  'POST /customers': { body: () => ({ code: 'third', name: 'Third' }) },
  'PATCH /customers/:id': { id: (s) => s.customerId, body: () => ({ name: 'Taken over' }) },
  'DELETE /customers/:id': { id: (s) => s.customerId },

  'GET /callcenters': {},
  'GET /callcenters/:id': { id: (s) => s.callcenterId },
  'POST /callcenters': {
    body: () => ({ name: 'Sales', code: 'sales' }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
  'PATCH /callcenters/:id': { id: (s) => s.callcenterId, body: () => ({ name: 'Taken over' }) },
  'DELETE /callcenters/:id': { id: (s) => s.callcenterId },

  'GET /queues': {},
  'GET /queues/:id': { id: (s) => s.queueId },
  'POST /queues': {
    body: (s) => ({ callcenterId: s.callcenterId, serverId: s.endpointId, name: 'other' }),
    pointers: (s) => ({ callcenterId: s.callcenterId, customerId: s.customerId }),
  },
  'PATCH /queues/:id': {
    id: (s) => s.queueId,
    body: () => ({ label: 'Taken over' }),
    pointers: (s) => ({ callcenterId: s.callcenterId }),
  },
  'DELETE /queues/:id': { id: (s) => s.queueId },

  'GET /subscribers': {},
  'GET /subscribers/registrations': {},
  'GET /subscribers/:id/registration': { id: (s) => s.subscriberId },
  'GET /subscribers/servers': {},
  'GET /subscribers/:id': { id: (s) => s.subscriberId },
  'POST /subscribers': {
    body: (s) => ({ serverId: s.endpointId, extension: '200', name: 'Other' }),
    pointers: (s) => ({ customerId: s.customerId, serverId: s.endpointId, userId: user(s) }),
  },
  'POST /subscribers/import': { body: () => ({ csv: 'extension,name\n201,By file' }) },
  'POST /subscribers/bulk': {
    body: (s) => ({ serverId: s.endpointId, from: '210', to: '211', namePrefix: 'Phone' }),
    pointers: (s) => ({ customerId: s.customerId, serverId: s.endpointId }),
  },
  'PATCH /subscribers/:id': {
    id: (s) => s.subscriberId,
    body: () => ({ name: 'Taken over' }),
    pointers: (s) => ({ userId: user(s) }),
  },
  'DELETE /subscribers/:id': { id: (s) => s.subscriberId },
  'POST /subscribers/:id/secret': { id: (s) => s.subscriberId, body: () => ({ password: 'x' }) },
  'POST /subscribers/:id/secret/rotate': { id: (s) => s.subscriberId },
  'POST /subscribers/:id/voicemail/pin': { id: (s) => s.subscriberId },
  'GET /subscribers/:id/voicemail': { id: (s) => s.subscriberId },

  'GET /deleted': {},
  'POST /deleted/:id/restore': { id: () => nobody },

  'GET /dids': {},
  'GET /dids/:id': { id: (s) => s.didId },
  'GET /dids/:id/path': { id: (s) => s.didId },
  'POST /dids': {
    body: (s) => ({ customerId: s.customerId, number: '+442079460199', destination: line(s) }),
    pointers: (s) => ({ customerId: s.customerId, serverId: s.endpointId, destination: line(s), hoursId: s.hoursId }),
  },
  'PATCH /dids/:id': {
    id: (s) => s.didId,
    body: (s) => ({ destination: line(s) }),
    pointers: (s) => ({ destination: { kind: 'queue', id: s.queueId }, hoursId: s.hoursId }),
  },
  'DELETE /dids/:id': { id: (s) => s.didId },
  'GET /ringgroups': {},
  'GET /ringgroups/:id': { id: (s) => s.ringGroupId },
  'POST /ringgroups': {
    body: (s) => ({ customerId: s.customerId, name: 'Other', memberIds: [s.subscriberId] }),
    pointers: (s) => ({
      customerId: s.customerId,
      serverId: s.endpointId,
      memberIds: [s.subscriberId],
      fallback: { kind: 'ivr', id: s.ivrId },
    }),
  },
  'PATCH /ringgroups/:id': {
    id: (s) => s.ringGroupId,
    body: () => ({ name: 'Taken over' }),
    pointers: (s) => ({ memberIds: [s.subscriberId], fallback: { kind: 'ringgroup', id: s.ringGroupId } }),
  },
  'DELETE /ringgroups/:id': { id: (s) => s.ringGroupId },
  'GET /hours': {},
  'GET /hours/:id': { id: (s) => s.hoursId },
  'POST /hours': {
    body: (s) => ({ customerId: s.customerId, name: 'Other' }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
  'PATCH /hours/:id': { id: (s) => s.hoursId, body: () => ({ override: 'closed' }) },
  'DELETE /hours/:id': { id: (s) => s.hoursId },
  'GET /ivrs': {},
  'GET /ivrs/:id': { id: (s) => s.ivrId },
  'POST /ivrs': {
    body: (s) => ({ customerId: s.customerId, name: 'Other' }),
    pointers: (s) => ({
      customerId: s.customerId,
      serverId: s.endpointId,
      keys: [{ key: '1', destination: line(s) }],
      fallback: { kind: 'voicemail', id: s.subscriberId },
    }),
  },
  'PATCH /ivrs/:id': {
    id: (s) => s.ivrId,
    body: () => ({ name: 'Taken over' }),
    pointers: (s) => ({ keys: [{ key: '1', destination: line(s) }], fallback: line(s) }),
  },
  'DELETE /ivrs/:id': { id: (s) => s.ivrId },
  'GET /trunks': {},
  'GET /trunks/:id': { id: (s) => s.trunkId },
  'POST /trunks': {
    body: (s) => ({
      serverId: s.endpointId,
      code: 'other',
      name: 'Other',
      host: 'h',
      username: 'u',
      secret: 'secret-of',
    }),
  },
  'PATCH /trunks/:id': { id: (s) => s.trunkId, body: () => ({ name: 'Taken over' }) },
  'DELETE /trunks/:id': { id: (s) => s.trunkId },
  'GET /outboundroutes': {},
  'GET /outboundroutes/:id': { id: (s) => s.outboundRouteId },
  'POST /outboundroutes': { body: (s) => ({ serverId: s.endpointId, name: 'Other', trunkIds: [s.trunkId] }) },
  'PATCH /outboundroutes/:id': { id: (s) => s.outboundRouteId, body: () => ({ name: 'Taken over' }) },
  'DELETE /outboundroutes/:id': { id: (s) => s.outboundRouteId },

  'GET /endpoints': {},
  'GET /endpoints/:id': { id: (s) => s.endpointId },
  'POST /endpoints': { body: () => ({ name: 'PBX x', ...testSettings, enabled: false }) },
  'PATCH /endpoints/:id': { id: (s) => s.endpointId, body: () => ({ name: 'Taken over' }) },
  'DELETE /endpoints/:id': { id: (s) => s.endpointId },
  'POST /endpoints/test': { body: () => testSettings },
  'POST /endpoints/:id/test': { id: (s) => s.endpointId, body: () => ({}) },
  'GET /endpoints/:id/queues': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning': { id: (s) => s.endpointId },
  'PATCH /endpoints/:id/provisioning': { id: (s) => s.endpointId, body: () => ({ username: 'taken' }) },
  'GET /endpoints/:id/provisioning/objects': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning/runs': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning/difference': { id: (s) => s.endpointId },
  'POST /endpoints/:id/provisioning/apply': { id: (s) => s.endpointId },
  'POST /endpoints/:id/provisioning/check': { id: (s) => s.endpointId },
  'POST /endpoints/:id/provisioning/adopt': {
    id: (s) => s.endpointId,
    body: () => ({ kind: 'queue', name: 'support' }),
  },
  'POST /endpoints/:id/provisioning/rollback': { id: (s) => s.endpointId, body: () => ({ runId: nobody }) },
  'GET /provisioning/subscribers': {},
  'GET /provisioning/queues': {},
  'GET /queues/:id/members': { id: (s) => s.queueId },
  'POST /queues/:id/members': { id: (s) => s.queueId, body: (s) => ({ subscriberId: s.subscriberId }) },
  'GET /queues/:id/members/:memberId': { id: (s) => s.queueId },
  'PATCH /queues/:id/members/:memberId': { id: (s) => s.queueId, body: () => ({ penalty: 5 }) },
  'DELETE /queues/:id/members/:memberId': { id: (s) => s.queueId },

  'GET /users': {},
  'POST /users/import': { body: () => ({ csv: 'username,email,role\nby.file,by.file@example.com,agent' }) },
  'GET /users/:id': { id: user },
  'POST /users': {
    body: (s) => ({
      username: 'new.one',
      email: 'new.one@example.com',
      role: 'supervisor',
      callcenterIds: [s.callcenterId],
    }),
    pointers: (s) => ({ customerId: s.customerId, callcenterIds: [s.callcenterId] }),
  },
  'PATCH /users/:id': {
    id: user,
    body: () => ({ firstname: 'Taken' }),
    pointers: (s) => ({ callcenterIds: [s.callcenterId] }),
  },
  'DELETE /users/:id': { id: user },
  'POST /users/:id/invite': { id: user },
  'DELETE /users/:id/sessions': { id: user },

  'POST /users/:id/impersonate': { id: user, body: () => ({ reason: 'He asked for help' }) },

  'GET /roles': {},
  'GET /roles/:id': { id: (s) => s.roleId },
  'POST /roles': {
    body: () => ({ name: 'Reader', reach: 'customer', level: 90, abilities: [] }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
  'PATCH /roles/:id': { id: (s) => s.roleId, body: () => ({ name: 'Taken over' }) },
  'DELETE /roles/:id': { id: (s) => s.roleId },
  'GET /permissions': {},
  'GET /permissions/:id': { id: () => nobody },
  'POST /permissions': { body: () => ({ key: 'watching', resource: 'queue', actions: ['read'] }) },
  'PATCH /permissions/:id': { id: () => nobody, body: () => ({ key: 'Taken over' }) },
  'DELETE /permissions/:id': { id: () => nobody },
  // Whose a call is: server/src/calls/calls.test.ts.
  'GET /reports/cdr': {},
  'GET /reports/cdr/:id': { id: () => nobody },
  // Whose a recording is: server/src/resources/cdr/recordings.test.ts.
  'GET /recordings': {},
  'POST /recordings/:id/listen': { id: () => nobody },
  'GET /recordings/stream/:ticket': { id: () => 'forged' },
  'PUT /recordings/:id/hold': { id: () => nobody, body: () => ({ held: true }) },
  'DELETE /recordings/:id': { id: () => nobody },
  'GET /endpoints/:id/recordings': { id: (s) => s.endpointId },
  'PUT /endpoints/:id/recordings': { id: (s) => s.endpointId, body: () => ({ kind: 'local' }) },
  'POST /endpoints/:id/recordings/test': { id: (s) => s.endpointId },
  'GET /recordings/:id/audio': { id: () => nobody },
  // Whose a call is: server/src/resources/queue-report/queue-report.test.ts.
  'GET /reports/queues': {},
  'GET /reports/queues/lost': {},
  // Whose an agent is: server/src/resources/agent-report/agent-report.test.ts.
  'GET /reports/agents': {},
  'GET /reports/agents/timeline': {},
  // Whose PBXs: server/src/gaps/gaps.test.ts.
  'GET /reports/gaps': {},
  // Of PBXs, the platform's alone.
  'GET /imports': {},
  'GET /imports/:id': { id: () => nobody },
  'POST /imports': {},
  // Whose phone it is: server/src/live/own-commands.test.ts.
  'GET /agent/me': {},
  'GET /agent/caller': {},
  'GET /reports/billing': {},
  'POST /reports/billing/rerate': {
    body: (s) => ({ customerId: s.customerId, firstDay: '2026-11-01', lastDay: '2026-11-30' }),
  },
  // Whose an invoice is: server/src/resources/invoices/invoices.test.ts.
  'GET /invoices': {},
  'POST /invoices': { body: (s) => ({ customerId: s.customerId, firstDay: '2026-01-01', lastDay: '2026-01-31' }) },
  'GET /invoices/:id': { id: () => nobody },
  'PATCH /invoices/:id': { id: () => nobody, body: () => ({ notes: 'Taken over' }) },
  'POST /invoices/:id/refresh': { id: () => nobody },
  'POST /invoices/:id/lines': { id: () => nobody, body: () => ({ description: 'More', amount: '1' }) },
  'DELETE /invoices/:id/lines/:lineId': { id: () => nobody },
  'POST /invoices/:id/finalise': { id: () => nobody },
  'POST /invoices/:id/void': { id: () => nobody },
  'POST /invoices/:id/credit': { id: () => nobody, body: () => ({ reason: 'Wrong' }) },
  'POST /invoices/:id/send': { id: () => nobody, body: () => ({}) },
  'GET /issuers': {},
  'POST /issuers': { body: () => ({ name: 'Vega' }) },
  'PATCH /issuers/:id': { id: () => nobody, body: () => ({ name: 'Taken over' }) },
  'PUT /issuers/:id/logo': { id: () => nobody, body: () => ({ image: '' }) },
  'GET /customers/:id/account': { id: (s) => s.customerId },
  'PATCH /customers/:id/account': { id: (s) => s.customerId, body: () => ({ scheduled: true }) },
  'GET /customers/:id/ledger': { id: (s) => s.customerId },
  'POST /customers/:id/ledger': { id: (s) => s.customerId, body: () => ({ kind: 'payment', amount: '1' }) },

  'GET /audit': {},
  'GET /audit/export': {},
  'GET /audit/:id': { id: () => nobody },

  'GET /plans': {},
  'GET /plans/:id': { id: () => nobody },
  'POST /plans': { body: () => ({ name: 'Basic' }) },
  'PATCH /plans/:id': { id: () => nobody, body: () => ({ name: 'Taken over' }) },
  'DELETE /plans/:id': { id: () => nobody },
  'GET /plans/:id/versions': { id: () => nobody },
  'POST /plans/:id/versions': { id: () => nobody, body: () => ({ fixedFee: '1' }) },
  'PATCH /plans/:id/versions/:number': { id: () => nobody, body: () => ({ fixedFee: '1' }) },
  'DELETE /plans/:id/versions/:number': { id: () => nobody },
  'GET /plans/:id/customers': { id: () => nobody },
  'POST /plans/:id/customers': { id: () => nobody, body: (s) => ({ customerId: s.customerId }) },
  'POST /plans/:id/quote': { id: () => nobody, body: () => ({ direction: 'outbound', number: '1', billsec: 1 }) },
  'GET /plans/:id/rates': { id: () => nobody },
  'POST /plans/:id/rates': { id: () => nobody, body: () => ({ prefix: '44', ratePerMinute: '0.1' }) },
  'PATCH /plans/:id/rates/:rateId': { id: () => nobody, body: () => ({ ratePerMinute: '0.1' }) },
  'DELETE /plans/:id/rates/:rateId': { id: () => nobody },
  'GET /plans/:id/rates/import': { id: () => nobody },
  'POST /plans/:id/rates/import': { id: () => nobody },
  'GET /plans/:id/rates/export': { id: () => nobody },

  'GET /acl': {},
  'GET /acl/export': {},
  'GET /acl/:id': { id: (s) => s.ruleId },
  'POST /acl': {
    body: () => ({
      kind: 'access',
      name: 'No deleting',
      effect: 'deny',
      resource: 'queue',
      actions: ['delete'],
      enabled: false,
    }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
  'PATCH /acl/:id': { id: (s) => s.ruleId, body: () => ({ name: 'Taken over' }) },
  'DELETE /acl/:id': { id: (s) => s.ruleId },
  'POST /acl/test': {
    body: (s) => ({ userId: user(s), action: 'read', resource: 'queue' }),
    pointers: (s) => ({ userId: user(s), customerId: s.customerId }),
  },
  'GET /apikeys': {},
  'GET /apikeys/:id': { id: (s) => s.apiKeyId },
  'POST /apikeys': {
    body: () => ({ name: 'Export', scopes: ['read:queue'] }),
    pointers: (s) => ({ ownerUserId: user(s) }),
  },
  'PATCH /apikeys/:id': { id: (s) => s.apiKeyId, body: () => ({ name: 'Taken over' }) },
  'DELETE /apikeys/:id': { id: (s) => s.apiKeyId },
  'POST /apikeys/:id/rotate': { id: (s) => s.apiKeyId, body: () => ({}) },
  'POST /apikeys/:id/revoke': { id: (s) => s.apiKeyId, body: () => ({}) },
  'GET /user/apikeys': {},
  'POST /user/apikeys': { body: () => ({ name: 'Mine', scopes: ['read:live'] }) },
  'POST /user/apikeys/:id/rotate': { id: (s) => s.apiKeyId, body: () => ({}) },
  'DELETE /user/apikeys/:id': { id: (s) => s.apiKeyId },

  'GET /reports/views': {},
  'POST /reports/views': { body: () => ({ report: 'queues', name: 'Mine', search: {} }) },
  'PATCH /reports/views/:id': { id: () => nobody, body: () => ({ name: 'Taken over' }) },
  'DELETE /reports/views/:id': { id: () => nobody },
  'PUT /reports/views/default': { body: () => ({ report: 'queues', viewId: nobody }) },
  'GET /reports/schedules': {},
  'POST /reports/schedules': {
    body: () => ({ ...schedule, name: 'Daily' }),
    pointers: (s) => ({ filters: { callcenterId: s.callcenterId } }),
  },
  'PATCH /reports/schedules/:id': {
    id: (s) => s.scheduleId,
    body: () => ({ name: 'Taken over' }),
  },
  'DELETE /reports/schedules/:id': { id: (s) => s.scheduleId },
  'GET /reports/schedules/:id/preview': { id: (s) => s.scheduleId },
  'GET /reports/schedules/:id/file': { id: (s) => s.scheduleId },
  'POST /reports/schedules/:id/send': { id: (s) => s.scheduleId },
  'GET /wallboards': {},
  'GET /wallboards/:id': { id: (s) => s.wallboardId },
  'POST /wallboards': { body: () => ({ name: 'Other wall' }), pointers: (s) => ({ customerId: s.customerId }) },
  'PATCH /wallboards/:id': { id: (s) => s.wallboardId, body: () => ({ name: 'Taken over' }) },
  'DELETE /wallboards/:id': { id: (s) => s.wallboardId },
  'POST /wallboards/:id/duplicate': { id: (s) => s.wallboardId, body: () => ({ name: 'Copied' }) },
  'GET /wallboards/:id/view': { id: (s) => s.wallboardId },
  'GET /wallboards/:id/day': { id: (s) => s.wallboardId },
  'GET /wallboards/:id/links': { id: (s) => s.wallboardId },
  'POST /wallboards/:id/links': { id: (s) => s.wallboardId, body: () => ({ name: 'Mine now' }) },
  'DELETE /wallboards/links/:id': { id: (s) => s.wallLinkId },
  // What a link opens, and what not: server/src/resources/wallboards/wallboard-links.test.ts.
  'POST /wallboards/open': { body: () => ({ token: 'x' }) },
  'POST /wallboards/open/day': { body: () => ({ token: 'x' }) },

  'GET /search': {},
  'GET /live': {},
  'POST /live/commands': {
    body: (s) => ({ serverId: s.endpointId, action: 'QueuePause', Interface: 'PJSIP/1001', Paused: true }),
  },
};

const keyOf = (route: Route): string => `${route.method} ${route.path}`;
/** `PATCH /queues` changes several rows of `PATCH /queues/:id`: its example is made of that one's. */
const isBulk = (route: Route): boolean => route.method === 'PATCH' && `PATCH ${route.path}/:id` in EXAMPLES;
const exampleOf = (route: Route): Example | undefined => {
  if (!isBulk(route)) return EXAMPLES[keyOf(route)];
  const one = EXAMPLES[`PATCH ${route.path}/:id`];
  const rows = (side: Side) => [{ id: one?.id?.(side) ?? nobody, version: 1 }];
  return { body: (side) => ({ rows: rows(side), change: one?.body?.(side) ?? {} }) };
};
const roleOf = (name: string) => {
  const role = BUILT_IN_ROLES.find((r) => r.name === name);
  if (role === undefined) throw new Error(name);
  return role;
};
const mayCall = (role: string, route: Route): boolean =>
  typeof route.access === 'string' || can(roleOf(role).abilities, route.access[0], route.access[1]);

// Every route times every role: thousands of calls, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 });

let server: TestConsole;
let world: World;
let routes: readonly Route[];

const fill = (route: Route, side: Side): string => {
  const id = exampleOf(route)?.id?.(side);
  const path = route.path
    .replace(':number', '1')
    .replace(':rateId', nobody)
    .replace(':memberId', nobody)
    .replace(':lineId', nobody);
  return id === undefined ? path : path.replace(':id', String(id));
};
const bodyFor = (route: Route, side: Side): unknown =>
  route.body === undefined ? undefined : (exampleOf(route)?.body?.(side) ?? {});

/** Everything of a side as the administrator sees it, without what a look itself changes. */
const worldOf = async (side: Side): Promise<string> => {
  const admin = world.platform['administrator'] ?? '';
  const parts: string[] = [];
  for (const [path, id] of [
    ['/customers', side.customerId],
    ['/callcenters', side.callcenterId],
    ['/queues', side.queueId],
    ['/endpoints', side.endpointId],
    ['/subscribers', side.subscriberId],
    ['/dids', side.didId],
    ['/ringgroups', side.ringGroupId],
    ['/hours', side.hoursId],
    ['/ivrs', side.ivrId],
    ['/trunks', side.trunkId],
    ['/outboundroutes', side.outboundRouteId],
    ['/apikeys', side.apiKeyId],
    ['/roles', side.roleId],
    ['/acl', side.ruleId],
    ['/wallboards', side.wallboardId],
    ...Object.values(side.userIds).map((userId) => ['/users', userId] as const),
  ] as const) {
    parts.push((await server.call(admin, 'GET', `${path}/${id}`)).text);
  }
  const trail = await server.call(admin, 'GET', `/audit?customerId=${side.customerId}&perPage=500`);
  return [...parts, String(trail.body.meta.total)].join('\n');
};

const idsOf = (side: Side): string[] => [
  side.customerId,
  side.callcenterId,
  side.queueId,
  side.subscriberId,
  side.didId,
  side.ringGroupId,
  side.hoursId,
  side.ivrId,
  side.apiKeyId,
  side.roleId,
  side.ruleId,
  side.wallboardId,
  side.wallLinkId,
  ...Object.values(side.userIds),
];

beforeAll(async () => {
  server = await startTestConsole();
  world = await makeTwoCustomers(server);
  routes = server.app.contract;
});
afterAll(() => server.close());

describe('every route of the contract', () => {
  it('has an example here', () => {
    // A file of a list needs no more than the list does.
    expect(routes.filter((r) => r.file === undefined && exampleOf(r) === undefined).map(keyOf)).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it('is served: what the contract declares is registered, and described as the committed document says', async () => {
    const declared = (await contractRoutes()).map(keyOf).toSorted();
    expect(routes.map(keyOf).toSorted()).toEqual(declared);
    const served = await server.call(null, 'GET', '/openapi.json');
    expect(served.body).toEqual(JSON.parse(JSON.stringify(openApiOf(await contractRoutes(), packageVersion()))));
  });

  it('stands on a console that is ready', async () => {
    expect((await server.call(null, 'GET', '//readyz')).body).toEqual({
      status: 'ready',
      checks: { database: true, migrations: true, bus: true },
    });
  });

  it('is on the reference page, which needs nothing from elsewhere', async () => {
    const page = await server.call(null, 'GET', '/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const route of routes) expect(page.text).toContain(`<code>${route.path.replace(/:(\w+)/g, '{$1}')}</code>`);
    expect(page.text).not.toMatch(/<script|src=|https?:\/\//);
  });

  it('is not there twice', () => {
    const keys = routes.map(keyOf);
    expect(keys).toEqual([...new Set(keys)]);
  });

  it('answers 401 without a session, with a made-up one and with one in the query', async () => {
    for (const route of routes.filter((r) => r.access !== 'public')) {
      for (const [token, suffix] of [
        [null, ''],
        ['A'.repeat(43), ''],
        ['not a token', ''],
        [null, `?token=${world.platform['administrator']}`],
      ] as const) {
        const answer = await server.call(token, route.method, fill(route, world.a) + suffix, bodyFor(route, world.a));
        expect([keyOf(route), answer.status, answer.body?.code]).toEqual([keyOf(route), 401, 'unauthenticated']);
        expect(answer.headers['content-type']).toContain('application/problem+json');
      }
    }
  });

  it('answers 403 to every role without the ability, whatever the id and the body', async () => {
    let tried = 0;
    for (const route of routes) {
      const lacking = [
        ...CUSTOMER_ROLES.map((role) => [role, world.a.tokens[role]] as const),
        ['billing', world.platform['billing']] as const,
      ].filter(([role]) => !mayCall(role, route));
      for (const [role, token] of lacking) {
        const answer = await server.call(token ?? '', route.method, fill(route, world.b), { nonsense: true });
        expect([role, keyOf(route), answer.status]).toEqual([role, keyOf(route), 403]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  it('answers 404 for a row of another customer, and leaves it and its audit trail alone', async () => {
    const before = await worldOf(world.b);
    const reached: string[] = [];
    for (const route of routes.filter((r) => r.path.includes(':id'))) {
      for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route))) {
        const answer = await server.call(
          world.a.tokens[role] ?? '',
          route.method,
          fill(route, world.b),
          bodyFor(route, world.b),
        );
        expect([role, keyOf(route), answer.status]).toEqual([role, keyOf(route), 404]);
        reached.push(keyOf(route));
      }
    }
    expect(new Set(reached).size).toBeGreaterThan(10);
    expect(await worldOf(world.b)).toBe(before);
  });

  it('refuses a change of several rows for each that is another customer’s, and leaves them alone', async () => {
    const before = await worldOf(world.b);
    let tried = 0;
    for (const route of routes.filter(isBulk)) {
      for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route))) {
        const answer = await server.call(world.a.tokens[role] ?? '', 'PATCH', route.path, bodyFor(route, world.b));
        expect([role, keyOf(route), answer.status, answer.body]).toMatchObject([
          role,
          keyOf(route),
          200,
          { changed: 0, refused: [{ code: 'not-found' }] },
        ]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(5);
    expect(await worldOf(world.b)).toBe(before);
  });

  it('shows a reseller the rows of the customer below, where its abilities let it', async () => {
    let seen = 0;
    for (const route of routes.filter((r) => r.method === 'GET' && r.path.includes(':id') && r.file === undefined)) {
      if (!mayCall('reseller', route) || exampleOf(route)?.id?.(world.a) === nobody) continue;
      const wanted = await server.call(world.a.tokens['customer-admin'] ?? '', 'GET', fill(route, world.a));
      if (wanted.status !== 200 || route.path.startsWith('/user/')) continue;
      // What a schedule sends is what its owner may see: nobody else is shown the letter.
      if (route.path.startsWith('/reports/schedules/')) continue;
      const answer = await server.call(world.a.tokens['reseller'] ?? '', 'GET', fill(route, world.a));
      expect([keyOf(route), answer.status]).toEqual([keyOf(route), 200]);
      seen += 1;
    }
    expect(seen).toBeGreaterThanOrEqual(6);
  });

  it('refuses bodies that point to rows of another customer', async () => {
    const before = await worldOf(world.b);
    let tried = 0;
    for (const route of routes) {
      const pointers = exampleOf(route)?.pointers?.(world.b) ?? {};
      for (const [field, value] of Object.entries(pointers)) {
        for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route))) {
          const body = { ...(bodyFor(route, world.a) as object), [field]: value };
          const answer = await server.call(world.a.tokens[role] ?? '', route.method, fill(route, world.a), body);
          expect([keyOf(route), field, [404, 422].includes(answer.status)]).toEqual([keyOf(route), field, true]);
          expect([keyOf(route), ...answer.body.errors.map((e: { path: string }) => e.path)]).toContain(field);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(await worldOf(world.b)).toBe(before);
  });

  it('shows nothing of another customer in any list, search or filter', async () => {
    let looked = 0;
    for (const route of routes.filter((r) => r.method === 'GET' && !r.path.includes(':id'))) {
      for (const role of CUSTOMER_ROLES.filter((r) => mayCall(r, route) && route.access !== 'public')) {
        for (const query of [
          '',
          '?perPage=500',
          '?q=twin',
          '?q=b',
          `?customerId=${world.b.customerId}`,
          '?q=Support',
        ]) {
          const answer = await server.call(world.a.tokens[role] ?? '', 'GET', route.path + query);
          expect([role, keyOf(route), query, [200, 422].includes(answer.status)]).toEqual([
            role,
            keyOf(route),
            query,
            true,
          ]);
          const leaked = [...idsOf(world.b), 'twin-b', 'Twin b', '-b@example.com', 'secret-of'].filter((mark) =>
            answer.text.includes(mark),
          );
          expect([role, keyOf(route), query, leaked]).toEqual([role, keyOf(route), query, []]);
          looked += 1;
        }
      }
    }
    expect(looked).toBeGreaterThan(60);
  });

  it('names the field of every wrong value, in the body and for its lack', async () => {
    const admin = world.platform['administrator'] ?? '';
    let fields = 0;
    for (const route of routes.filter((r) => r.body !== undefined)) {
      const shape = route.body instanceof z.ZodObject ? Object.keys(route.body.shape as object) : [];
      for (const field of shape) {
        const answer = await server.call(admin, route.method, fill(route, world.a), {
          ...(bodyFor(route, world.a) as object),
          [field]: { wrong: ['type'] },
        });
        // A theme may hold anything flat, and an array inside is what is wrong with it.
        const paths = answer.body.errors.map((e: { path: string }) => e.path.split('.')[0]);
        expect([keyOf(route), field, answer.status, paths.includes(field)]).toEqual([keyOf(route), field, 422, true]);
        fields += 1;
      }
      const text = await server.call(admin, route.method, fill(route, world.a), '{"broken', {
        'content-type': 'application/json',
      });
      expect([keyOf(route), text.status]).toEqual([keyOf(route), 400]);
    }
    expect(fields).toBeGreaterThan(50);
  });

  it('takes texts that no database holds as the caller’s mistake, not as its own', async () => {
    const admin = world.platform['administrator'] ?? '';
    for (const route of routes.filter((r) => r.body instanceof z.ZodObject)) {
      const body = bodyFor(route, world.a) as Record<string, unknown>;
      for (const field of Object.keys((route.body as z.ZodObject).shape)) {
        const answer = await server.call(admin, route.method, fill(route, world.a), { ...body, [field]: 'a\u0000b' });
        expect([keyOf(route), field, answer.status < 500]).toEqual([keyOf(route), field, true]);
      }
    }
  });

  it('never answers with HTML, a stack, SQL or a secret', async () => {
    const admin = world.platform['administrator'] ?? '';
    for (const route of routes.filter((r) => r.method === 'GET')) {
      for (const suffix of ['', "?q='%22;--", '?page=-1', '?page=99999999999999', '?q=%00', '?perPage=x']) {
        const answer = await server.call(admin, 'GET', fill(route, world.a) + suffix);
        expect([keyOf(route), suffix, answer.status < 500]).toEqual([keyOf(route), suffix, true]);
        expect(answer.headers['content-type']).toMatch(route.file === undefined ? /json/ : /json|^text\/csv/);
        expect(answer.text).not.toMatch(/<html|node_modules|\bselect\b.*\bfrom\b|secret-of|argon2/i);
      }
    }
  });
});
