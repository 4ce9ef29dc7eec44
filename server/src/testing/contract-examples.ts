// Defines an example call for each route of the contract, used by the tests that call all routes (`server/src/contract-*.test.ts`). A route
// without an example fails them. Standard routes of a noun get an example from its declaration, which a line here overrides.
import { nobody, type Example } from './contract-example.ts';
import { DERIVED_EXAMPLES } from './derived-examples.ts';
import { RECORD_EXAMPLES } from './contract-examples-of-records.ts';
import type { Side } from './side.ts';
import { uploadedSound } from '@ringside/core/routing/sound-name.ts';
import { telephoneWav } from '@ringside/core/routing/telephone-wav.ts';

const SOUND = Buffer.from(telephoneWav(new Uint8Array(1600))).toString('base64');
const user = (side: Side): string => side.userIds['agent'] ?? '';
const line = (side: Side) => ({ kind: 'extension', id: side.subscriberId });
const testSettings = { amiHost: '127.0.0.1', amiUsername: 'u', amiSecret: 's' };
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const madeCredential = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const usedCredential = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};

/** Examples by method and path. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...DERIVED_EXAMPLES,

  'POST /login': { body: () => ({ username: 'x', password: 'y' }) },
  'POST /logout': {},
  'GET /user': {},
  'PATCH /user': { body: () => ({ theme: { skin: 'dark' } }) },
  'POST /user/password': { body: () => ({ currentPassword: 'x', newPassword: 'quiet lanterns on the pier' }) },
  'GET /user/sessions': {},
  'POST /user/sessions/end': { body: () => ({ password: 'x' }) },
  'POST /user/email': { body: () => ({ password: 'x', email: 'x@example.com' }) },
  'PUT /customers/:id/logo': { id: (s) => s.customerId, body: () => ({ image: '' }) },
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
  'GET /brand': {},
  'GET /setup': {},
  'POST /setup': {
    body: () => ({ token: 'x', username: 'u', email: 'u@example.com', password: 'quiet lanterns on the pier' }),
  },

  'POST /customers/import': { body: () => ({ csv: 'code,name\nfourth,Fourth' }) },
  // Only platform staff can move a customer. Other callers get 403.
  'PATCH /customers/:id': { id: (s) => s.customerId, body: () => ({ name: 'Taken over' }) },
  'POST /customers': { body: () => ({ code: 'third', name: 'Third' }) },

  'POST /callcenters': {
    body: () => ({ name: 'Sales', code: 'sales' }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
  'GET /callcenters/:id/move': { id: (s) => s.callcenterId },
  'POST /callcenters/:id/move': { id: (s) => s.callcenterId, body: (s) => ({ serverId: s.endpointId }) },

  'POST /queues': {
    body: (s) => ({ callcenterId: s.callcenterId, serverId: s.endpointId, name: 'other' }),
    pointers: (s) => ({ callcenterId: s.callcenterId, customerId: s.customerId }),
  },
  'POST /queues/adopt': {
    body: (s) => ({ callcenterId: s.callcenterId, serverId: s.endpointId, names: ['other'] }),
    pointers: (s) => ({ callcenterId: s.callcenterId }),
  },
  'PATCH /queues/:id': {
    id: (s) => s.queueId,
    body: () => ({ label: 'Taken over' }),
    pointers: (s) => ({ callcenterId: s.callcenterId }),
  },
  'GET /queues/:id/move': { id: (s) => s.queueId },
  'POST /queues/:id/move': { id: (s) => s.queueId, body: (s) => ({ serverId: s.endpointId }) },

  'GET /subscribers/registrations': {},
  'GET /subscribers/:id/registration': { id: (s) => s.subscriberId },
  'GET /subscribers/servers': {},
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
  'POST /subscribers/:id/secret': { id: (s) => s.subscriberId, body: () => ({ password: 'x' }) },
  'POST /subscribers/:id/secret/rotate': { id: (s) => s.subscriberId },
  'POST /subscribers/:id/voicemail/pin': { id: (s) => s.subscriberId },
  'GET /subscribers/:id/voicemail': { id: (s) => s.subscriberId },

  'GET /deleted': {},
  'POST /deleted/:id/restore': { id: () => nobody },

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
  'POST /ivrs': {
    body: (s) => ({ customerId: s.customerId, name: 'Other' }),
    pointers: (s) => ({
      customerId: s.customerId,
      serverId: s.endpointId,
      keys: [{ key: '1', destination: line(s) }],
      fallback: { kind: 'voicemail', id: s.subscriberId },
      prompt: uploadedSound(s.promptId),
    }),
  },
  'PATCH /ivrs/:id': {
    id: (s) => s.ivrId,
    body: () => ({ name: 'Taken over' }),
    pointers: (s) => ({
      keys: [{ key: '1', destination: line(s) }],
      fallback: line(s),
      prompt: uploadedSound(s.promptId),
    }),
  },
  'POST /prompts': {
    body: (s) => ({ customerId: s.customerId, name: 'Other', audio: SOUND }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
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

  'POST /endpoints': { body: () => ({ name: 'PBX x', ...testSettings, enabled: false }) },
  'POST /endpoints/test': { body: () => testSettings },
  'POST /endpoints/:id/test': { id: (s) => s.endpointId, body: () => ({}) },
  'GET /endpoints/:id/queues': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning': { id: (s) => s.endpointId },
  'PATCH /endpoints/:id/provisioning': { id: (s) => s.endpointId, body: () => ({ username: 'taken' }) },
  'GET /endpoints/:id/provisioning/objects': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning/runs': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning/footprint': { id: (s) => s.endpointId },
  'GET /endpoints/:id/provisioning/difference': { id: (s) => s.endpointId },
  'POST /endpoints/:id/provisioning/apply': { id: (s) => s.endpointId },
  'POST /endpoints/:id/provisioning/check': { id: (s) => s.endpointId },
  'POST /endpoints/:id/provisioning/adopt': {
    id: (s) => s.endpointId,
    body: () => ({ kind: 'queue', name: 'support' }),
  },
  'POST /endpoints/:id/provisioning/undo': {
    id: (s) => s.endpointId,
    body: () => ({ kind: 'queue', name: 'support' }),
  },
  'POST /endpoints/:id/provisioning/rollback': { id: (s) => s.endpointId, body: () => ({ runId: nobody }) },
  'GET /provisioning/problems': {},
  'GET /provisioning/subscribers': {},
  'GET /provisioning/queues': {},
  'GET /queues/:id/members': { id: (s) => s.queueId },
  'POST /queues/:id/members': { id: (s) => s.queueId, body: (s) => ({ subscriberId: s.subscriberId }) },
  'GET /queues/:id/members/:memberId': { id: (s) => s.queueId },
  'PATCH /queues/:id/members/:memberId': { id: (s) => s.queueId, body: () => ({ penalty: 5 }) },
  'DELETE /queues/:id/members/:memberId': { id: (s) => s.queueId },

  'POST /users/import': { body: () => ({ csv: 'username,email,role\nby.file,by.file@example.com,agent' }) },
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
  'POST /users/:id/invite': { id: user, body: () => ({ send: false }) },
  'DELETE /users/:id/sessions': { id: user },

  'POST /users/:id/impersonate': { id: user, body: () => ({ reason: 'He asked for help' }) },

  'POST /roles': {
    body: () => ({ name: 'Reader', reach: 'customer', level: 90, abilities: [] }),
    pointers: (s) => ({ customerId: s.customerId }),
  },
  'POST /permissions': { body: () => ({ key: 'watching', resource: 'queue', actions: ['read'] }) },
  'PATCH /permissions/:id': { id: () => nobody, body: () => ({ key: 'Taken over' }) },

  ...RECORD_EXAMPLES,
};
