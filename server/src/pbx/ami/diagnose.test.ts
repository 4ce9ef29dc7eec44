import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { testConnection } from './diagnose.ts';
import type { Diagnosis } from './diagnose.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings } from './settings.ts';
import { TEST_CERTIFICATE } from './testing/test-certificate.ts';
import { SECRET, USER, head, message, refuse, startTestPeer, unknownCommand } from './testing/test-peer.ts';
import type { Answer, PeerOptions } from './testing/test-peer.ts';

const TIMES = { ...LINK_TIMES, connectMs: 2_000, greetingMs: 150, loginMs: 1_000, replyMs: 1_000 };

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0)) await undo();
});

const test = async (
  peer: PeerOptions & { readonly answers?: Record<string, Answer> },
  settings: Partial<LinkSettings> = {},
): Promise<Diagnosis> => {
  const started = await startTestPeer(peer);
  cleanUp.push(() => started.close());
  for (const [action, answer] of Object.entries(peer.answers ?? {})) started.answer(action, answer);
  const base = { host: '127.0.0.1', port: started.port, tls: false, caPem: '', username: USER, secret: SECRET };
  return testConnection({ ...base, ...settings }, TIMES);
};

/** Starts a server that does not speak AMI. */
const stranger = async (words: string | null): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    if (words === null) socket.end();
    else socket.write(words, 'latin1');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanUp.push(() => new Promise((done) => server.close(done)));
  return (server.address() as AddressInfo).port;
};

const codes = ({ problems }: Diagnosis): string[] => problems.map((p) => p.code);

describe('testConnection', () => {
  it('returns version and queues for a good connection', async () => {
    expect(await test({})).toEqual({ ok: true, problems: [], asteriskVersion: '22.10.1', queues: ['support'] });
  });
  it('accepts TLS with the configured CA', async () => {
    expect((await test({ tls: true }, { tls: true, caPem: TEST_CERTIFICATE })).ok).toBe(true);
  });

  it.each<[string, PeerOptions, Partial<LinkSettings>]>([
    ['login-refused', {}, { secret: 'wrong' }],
    ['login-refused', {}, { username: 'nobody' }],
    ['settings-unusable', {}, { username: 'a\nb' }],
    ['tls-untrusted', { tls: true }, { tls: true }],
    ['tls-bad-ca', { tls: true }, { tls: true, caPem: 'no certificate' }],
    ['tls-not-spoken', {}, { tls: true }],
    ['tls-needed', { tls: true }, {}],
    ['not-asterisk', { greeting: 'SSH-2.0-OpenSSH_9.2\r\n' }, {}],
    ['host-not-found', {}, { host: 'pbx.invalid' }],
    ['address-refused', {}, { host: '169.254.169.254' }],
    ['address-refused', {}, { host: 'localhost', refusedNetworks: ['127.0.0.0/8', '::1'] }],
    ['address-refused', { tls: true }, { host: 'localhost', tls: true, refusedNetworks: ['127.0.0.0/8', '::1'] }],
  ])('reports %s', async (code, peer, settings) => {
    const diagnosis = await test(peer, settings);
    expect(diagnosis).toMatchObject({ ok: false, asteriskVersion: null, queues: [] });
    expect(codes(diagnosis)).toEqual([code]);
  });

  it.each([
    ['closed-at-once', null],
    ['no-greeting', ''],
    ['not-asterisk', 'x'.repeat(300)],
  ])('reports a server that is not Asterisk: %s', async (code, words) => {
    const port = await stranger(words);
    expect(codes(await test({}, { port }))).toEqual([code]);
  });

  it('names every missing class with the complete line', async () => {
    const answers = {
      ListCommands: ((f) => message(...head(f), 'CoreShowChannels: List  (Priv: reporting,all)')) satisfies Answer,
      Getvar: ((f) => message(...head(f), 'Value: agent,reporting')) satisfies Answer,
    };
    const { ok, problems } = await test({ answers });
    expect(ok).toBe(true);
    expect(problems.map((p) => [p.code, p.params?.['class'], p.line])).toEqual([
      ['read-class-missing', 'call', 'read = system,call,agent,reporting,dialplan'],
      ['read-class-missing', 'dialplan', 'read = system,call,agent,reporting,dialplan'],
      ['write-class-missing', 'agent', 'write = agent,call,originate,reporting'],
      ['write-class-missing', 'call', 'write = agent,call,originate,reporting'],
      ['write-class-missing', 'originate', 'write = agent,call,originate,reporting'],
    ]);
  });

  it('reports a missing app_queue, an unsupported Asterisk version and a denied core', async () => {
    expect(codes(await test({ answers: { QueueSummary: unknownCommand } }))).toEqual(['queues-not-loaded']);
    const old: Answer = (f) => message(...head(f), 'AsteriskVersion: 13.38.3');
    expect(codes(await test({ answers: { CoreSettings: old } }))).toEqual(['version-unsupported']);
    const denied = refuse('Permission denied');
    expect(codes(await test({ answers: { CoreSettings: denied } }))).toEqual(['write-class-missing']);
  });
});
