// Examples of calls for records: call records, recordings, reports, billing, wallboards and the live state.
import { nobody, type Example } from './contract-example.ts';
import type { Side } from './side.ts';

const user = (side: Side): string => side.userIds['agent'] ?? '';
const schedule = { report: 'agents', format: 'pdf', every: 'day', language: 'en', recipients: ['x@example.com'] };

/** Examples by method and path. */
export const RECORD_EXAMPLES: Readonly<Record<string, Example>> = {
  // Ownership of calls is tested in server/src/calls/calls.test.ts.
  'GET /reports/cdr': {},
  'GET /reports/cdr/:id': { id: () => nobody },
  // Ownership of recordings is tested in server/src/calls/cdr/recordings.test.ts.
  'GET /recordings': {},
  'POST /recordings/:id/listen': { id: () => nobody },
  'GET /recordings/stream/:ticket': { id: () => 'forged' },
  'PUT /recordings/:id/hold': { id: () => nobody, body: () => ({ held: true }) },
  'DELETE /recordings/:id': { id: () => nobody },
  'GET /endpoints/:id/recordings': { id: (s) => s.endpointId },
  'PUT /endpoints/:id/recordings': { id: (s) => s.endpointId, body: () => ({ kind: 'local' }) },
  'GET /endpoints/:id/names': { id: (s) => s.endpointId },
  'POST /endpoints/:id/names': {
    id: (s) => s.endpointId,
    body: (s) => ({ customerId: s.customerId, kind: 'context', names: ['office-internal'] }),
  },
  'DELETE /endpoints/:id/names/:nameId': { id: (s) => s.endpointId },
  'POST /endpoints/:id/recordings/test': { id: (s) => s.endpointId },
  'GET /recordings/:id/audio': { id: () => nobody },
  // Ownership of calls is tested in server/src/reports/queue-report/queue-report-access.test.ts.
  'GET /reports/queues': {},
  'GET /reports/queues/lost': {},
  'GET /reports/queues/behind': {},
  'GET /reports/agents/behind': {},
  // Ownership of agents is tested in server/src/reports/agent-report/agent-report.test.ts.
  'GET /reports/agents': {},
  'GET /reports/agents/timeline': {},
  // Ownership of gaps is tested in server/src/calls/gap/gaps.test.ts.
  'GET /reports/gaps': {},
  // Imports concern PBX servers and are only for platform users.
  'GET /imports': {},
  'GET /imports/:id': { id: () => nobody },
  'POST /imports': {},
  // Ownership of phones is tested in server/src/live/commands/own-commands.test.ts.
  'GET /agent/me': {},
  'GET /agent/behind': {},
  'GET /agent/caller': {},
  'GET /reports/billing': {},
  'POST /reports/billing/rerate': {
    body: (s) => ({ customerId: s.customerId, firstDay: '2026-11-01', lastDay: '2026-11-30' }),
  },
  // Ownership of invoices is tested in server/src/billing/invoice/invoices.test.ts.
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
  'GET /tax-profiles': {},
  'POST /tax-profiles': { body: () => ({ name: 'VAT' }) },
  'PATCH /tax-profiles/:id': { id: () => nobody, body: () => ({ name: 'Taken over' }) },
  'DELETE /tax-profiles/:id': { id: () => nobody },
  'GET /customers/:id/account': { id: (s) => s.customerId },
  'PATCH /customers/:id/account': { id: (s) => s.customerId, body: () => ({ scheduled: true }) },
  'GET /customers/:id/ledger': { id: (s) => s.customerId },
  'GET /customers/:id/ledger/export': { id: (s) => s.customerId },
  'POST /customers/:id/ledger': { id: (s) => s.customerId, body: () => ({ kind: 'payment', amount: '1' }) },

  'GET /audit': {},
  'GET /audit/export': {},
  'GET /audit/:id': { id: () => nobody },

  'POST /plans': { body: () => ({ name: 'Basic' }) },
  'POST /plans/:id/duplicate': { id: () => nobody, body: () => ({ name: 'Copied' }) },
  'GET /plans/:id/versions': { id: () => nobody },
  'POST /plans/:id/versions': { id: () => nobody, body: () => ({ fixedFee: '1' }) },
  'PATCH /plans/:id/versions/:number': { id: () => nobody, body: () => ({ fixedFee: '1' }) },
  'DELETE /plans/:id/versions/:number': { id: () => nobody },
  'GET /plans/:id/customers': { id: () => nobody },
  'POST /plans/:id/customers': { id: () => nobody, body: (s) => ({ customerId: s.customerId }) },
  'GET /plans/:id/carriers': { id: () => nobody },
  'POST /plans/:id/carriers': { id: () => nobody, body: (s) => ({ serverId: s.endpointId, device: 'PJSIP/carrier' }) },
  'DELETE /plans/:id/carriers/:carrierId': { id: () => nobody },
  'POST /plans/:id/quote': { id: () => nobody, body: () => ({ direction: 'outbound', number: '1', billsec: 1 }) },
  'GET /plans/:id/rates': { id: () => nobody },
  'POST /plans/:id/rates': { id: () => nobody, body: () => ({ prefix: '44', ratePerMinute: '0.1' }) },
  'PATCH /plans/:id/rates/:rateId': { id: () => nobody, body: () => ({ ratePerMinute: '0.1' }) },
  'DELETE /plans/:id/rates/:rateId': { id: () => nobody },
  'GET /plans/:id/rates/import': { id: () => nobody },
  'POST /plans/:id/rates/import': { id: () => nobody },
  'GET /plans/:id/rates/export': { id: () => nobody },

  'GET /acl/export': {},
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
  'POST /acl/test': {
    body: (s) => ({ userId: user(s), action: 'read', resource: 'queue' }),
    pointers: (s) => ({ userId: user(s), customerId: s.customerId }),
  },
  'POST /acl/dial-test': {
    body: (s) => ({ subscriberId: s.subscriberId, number: '+442079460101' }),
    pointers: (s) => ({ subscriberId: s.subscriberId }),
  },
  'POST /apikeys': {
    body: () => ({ name: 'Export', scopes: ['read:queue'] }),
    pointers: (s) => ({ ownerUserId: user(s) }),
  },
  'POST /apikeys/:id/rotate': { id: (s) => s.apiKeyId, body: () => ({}) },
  'POST /apikeys/:id/revoke': { id: (s) => s.apiKeyId, body: () => ({}) },
  'GET /user/apikeys': {},
  'POST /user/apikeys': { body: () => ({ name: 'Mine', scopes: ['read:live'] }) },
  'POST /user/apikeys/:id/rotate': { id: (s) => s.apiKeyId, body: () => ({}) },
  'DELETE /user/apikeys/:id': { id: (s) => s.apiKeyId },

  // Ownership of agents is tested in server/src/reports/agent-report/agent-merges.test.ts.
  'GET /reports/agents/merges': {},
  'GET /reports/agents/merges/preview': {},
  'POST /reports/agents/merges': { body: () => ({ serverId: 1, interface: 'PJSIP/none-1', into: 'PJSIP/none-2' }) },
  'DELETE /reports/agents/merges/:id': { id: () => nobody },
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
  'POST /wallboards/:id/duplicate': { id: (s) => s.wallboardId, body: () => ({ name: 'Copied' }) },
  'GET /wallboards/:id/view': { id: (s) => s.wallboardId },
  'GET /wallboards/:id/day': { id: (s) => s.wallboardId },
  'GET /wallboards/:id/links': { id: (s) => s.wallboardId },
  'POST /wallboards/:id/links': { id: (s) => s.wallboardId, body: () => ({ name: 'Mine now' }) },
  'DELETE /wallboards/links/:id': { id: (s) => s.wallLinkId },
  // The access of links is tested in server/src/boards/wallboard/wallboard-links.test.ts.
  'POST /wallboards/open': { body: () => ({ token: 'x' }) },
  'POST /wallboards/open/day': { body: () => ({ token: 'x' }) },

  'GET /search': {},
  'GET /live': {},
  'GET /live/messages': {},
  'GET /live/queue-names': {},
  'POST /live/commands': {
    body: (s) => ({ serverId: s.endpointId, action: 'QueuePause', Interface: 'PJSIP/1001', Paused: true }),
  },
};
