// Tests how a collector logs in and keeps its link.
import { describe, expect, it } from 'vitest';
import { TEST_CERTIFICATE } from './testing/test-certificate.ts';
import { SECRET, USER, message, refuse } from './testing/test-peer.ts';
import { peerOf, watch, count, up, problem, join } from './testing/watch-collector.ts';

describe('logging in', () => {
  it('uses MD5 without sending the secret when the PBX offers a challenge', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    expect(peer.sessions[0]?.actions[1]).toMatchObject({ Action: 'Login', AuthType: 'MD5', Username: USER });
    expect(JSON.stringify(peer.sessions[0]?.actions)).not.toContain(SECRET);
  });

  it('sends the secret in plain text when the PBX offers no challenge', async () => {
    const peer = await peerOf();
    peer.answer('Challenge', refuse('Must specify AuthType'));
    const w = watch(peer);
    await up(w);
    expect(peer.sessions[0]?.actions[1]).toMatchObject({ Action: 'Login', Secret: SECRET });
  });

  it('trusts only the configured CA over TLS', async () => {
    const peer = await peerOf({ tls: true });
    const trusting = watch(peer, { tls: true, caPem: TEST_CERTIFICATE });
    await up(trusting);
    const w = watch(peer, { tls: true });
    await w.until('a refusal', () => w.collector.state().kind === 'refused');
    expect(problem(w)).toMatchObject({ code: 'tls-untrusted', params: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  });

  it('reports a wrong secret as refused and does not retry soon', async () => {
    const peer = await peerOf();
    const w = watch(peer, { secret: 'wrong' });
    await w.until('a refusal', () => w.collector.state().kind === 'refused');
    expect(problem(w)).toEqual({
      code: 'login-refused',
      params: { username: USER, address: '127.0.0.1' },
      line: `[${USER}]`,
    });
    const state = w.collector.state();
    expect(state.kind === 'refused' && state.retryInMs).toBeGreaterThanOrEqual(45_000);
    await new Promise((done) => setTimeout(done, 100));
    expect(peer.asked('Login')).toBe(1);
  });

  it('does not send a secret that would break the protocol', async () => {
    const peer = await peerOf();
    peer.answer('Challenge', refuse('no'));
    const w = watch(peer, { secret: 'a\r\nAction: Logoff' });
    await w.until('a refusal', () => w.collector.state().kind === 'refused');
    expect(problem(w)).toMatchObject({ code: 'settings-unusable', params: { field: 'Secret' } });
    expect(peer.asked('Login')).toBe(0);
  });
});

describe('a link that breaks', () => {
  it('is away after a cut, refuses actions meanwhile and reconnects', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    peer.cut();
    await w.until('away', () => w.collector.state().kind === 'away');
    expect(problem(w)).toEqual({ code: 'connection-lost', line: null });
    await expect(w.collector.action('Ping', {})).rejects.toThrow('connection-lost');
    await w.until('a second snapshot', () => count(w, 'snapshot') === 2);
    expect(peer.sessions).toHaveLength(2);
  });

  it('is closed when the PBX stops answering', async () => {
    const peer = await peerOf();
    peer.answer('Ping', () => null);
    const w = watch(peer);
    await up(w);
    await w.until('away', () => w.collector.state().kind === 'away');
    expect(problem(w)).toMatchObject({ code: 'no-answer' });
    expect(peer.asked('Ping')).toBeGreaterThanOrEqual(1);
  });

  it('is kept when events arrive instead of pongs', async () => {
    const peer = await peerOf();
    peer.answer('Ping', () => null);
    const w = watch(peer);
    await up(w);
    for (let i = 0; i < 20; i++) {
      peer.say(message('Event: Newexten', 'Channel: c'));
      await new Promise((done) => setTimeout(done, 15));
    }
    expect(w.collector.state().kind).toBe('up');
  });

  it('is retried with growing delays when the PBX is unreachable', async () => {
    const peer = await peerOf();
    await peer.close();
    const w = watch(peer);
    await w.until('two tries', () => count(w, 'link away') === 2);
    const waits = w.seen.flatMap((e) => ('link' in e && e.link.kind === 'away' ? [e.link.retryInMs] : []));
    expect(waits).toEqual([500, 1000]);
    expect(problem(w)).toMatchObject({ code: 'connection-refused', params: { port: peer.port } });
  });

  it('emits nothing after a stop in any state', async () => {
    const peer = await peerOf();
    const w = watch(peer);
    await up(w);
    await w.collector.stop();
    const before = w.seen.length;
    peer.say(join('support', 'u'));
    await new Promise((done) => setTimeout(done, 60));
    expect(w.seen).toHaveLength(before);
    expect(peer.sessions).toHaveLength(1);
  });
});
