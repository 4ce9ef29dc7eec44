// Tests the details that a link reads beside the live state: identity, clock, capabilities.
import { describe, expect, it } from 'vitest';
import { head, message, refuse } from './testing/test-peer.ts';
import type { Answer } from './testing/test-peer.ts';
import { peerOf, up, watch } from './testing/watch-collector.ts';
import type { Watch } from './testing/watch-collector.ts';

const pong =
  (offMs: number): Answer =>
  (fields) =>
    message(...head(fields), 'Ping: Pong', `Timestamp: ${((Date.now() + offMs) / 1000).toFixed(6)}`);
const clockOf = (w: Watch): readonly string[] => {
  const link = w.collector.state();
  const problems = link.kind === 'up' ? link.problems : [];
  return problems.flatMap(({ code, params }) => (code.startsWith('clock-') ? [`${code} ${params?.['seconds']}`] : []));
};

describe('the vitals of a PBX', () => {
  it('contain its names, its last reload, its response time and the capabilities of the login', async () => {
    const peer = await peerOf();
    peer.answer('CoreStatus', (f) =>
      message(
        ...head(f),
        'CoreStartupDate: 2026-11-21',
        'CoreStartupTime: 03:41:48',
        'CoreReloadDate: 2026-11-22',
        'CoreReloadTime: 07:00:01',
      ),
    );
    peer.answer('Getvar', (f) =>
      message(...head(f), f['Variable'] === 'ENTITYID' ? 'Value: 02:fc:00:00:00:01' : 'Value: all'),
    );
    peer.answer('Ping', pong(0));
    const w = watch(peer);
    await w.until('its entity id', () => w.vitals().entityId !== null && w.vitals().clockSkewMs !== null);
    expect(w.vitals()).toMatchObject({
      ...{ systemName: 'pbx1', entityId: '02:fc:00:00:00:01', reloadedAt: '2026-11-22T07:00:01' },
      // The only capability whose actions the peer lists completely.
      capabilities: ['listen'],
    });
    expect(clockOf(w)).toEqual([]);
  });

  it('are empty when the PBX does not report them, and the link is still up', async () => {
    const peer = await peerOf();
    peer.answer('Getvar', refuse('Permission denied'));
    peer.answer('ListCommands', refuse('Permission denied'));
    const w = watch(peer);
    await up(w);
    await w.until('a pong', () => w.vitals().lagMs !== null);
    expect(w.vitals()).toMatchObject({ entityId: null, reloadedAt: null, clockSkewMs: null, capabilities: null });
  });
});

describe('a wrong clock', () => {
  it.each([
    [7_000, 'clock-ahead 7'],
    [-90_000, 'clock-behind 90'],
  ])('by %i ms is reported, and cleared when it is correct again', async (offMs, told) => {
    const peer = await peerOf();
    peer.answer('Ping', pong(offMs));
    const w = watch(peer);
    await up(w);
    await w.until('the problem', () => clockOf(w).length > 0);
    expect(clockOf(w)).toEqual([told]);
    peer.answer('Ping', pong(0));
    await w.until('its end', () => clockOf(w).length === 0);
  });

  it('is not reported below the threshold', async () => {
    const peer = await peerOf();
    peer.answer('Ping', pong(-1_500));
    const w = watch(peer);
    await w.until('a few pongs', () => peer.asked('Ping') > 3);
    expect(w.vitals().clockSkewMs).toBeLessThan(-1_000);
    expect(clockOf(w)).toEqual([]);
  });
});
