// Tests the simulated days of the demo without a database.
import { describe, expect, it } from 'vitest';
import { createOwners } from '../live/owners.ts';
import { demoOpening } from './demo-plans.ts';
import { createPbxs, recordMorning, recordPastDay } from './record-days.ts';

const SERVERS = new Map([
  ['Madrid 1', 1],
  ['Haifa 1', 2],
]);
const OWNERS = createOwners();
const TUESDAY = Date.UTC(2026, 10, 24);
const HOUR_MS = 3_600_000;

const past = (now: number) => [...recordPastDay(TUESDAY, now, SERVERS, OWNERS)];

describe('a past day', () => {
  it('is the same whenever the demo begins, and lies within office hours', () => {
    const days = past(TUESDAY + 39 * HOUR_MS);
    expect(past(TUESDAY + 24 * 11 * HOUR_MS)).toEqual(days);
    expect(days.map(({ serverId }) => serverId)).toEqual([1, 2]);
    for (const { events, legs } of days) {
      expect(legs.length).toBeGreaterThan(50);
      const times = events.map((e) => e.at);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(TUESDAY + 6 * HOUR_MS);
      expect(Math.max(...times)).toBeLessThan(TUESDAY + 21 * HOUR_MS);
    }
  });

  it('ends before the morning of a demo that begins soon after', () => {
    const now = TUESDAY + 18 * HOUR_MS;
    const whole = past(TUESDAY + 39 * HOUR_MS);
    for (const [i, { legs }] of past(now).entries()) {
      const ends = legs.map((leg) => leg.endAt);
      expect(Math.max(...ends)).toBeLessThanOrEqual(demoOpening(now));
      expect(legs.length).toBeLessThan(whole[i]?.legs.length ?? 0);
    }
  });
});

describe('this morning', () => {
  it('is what the PBX of the same demo has behind it', () => {
    const now = TUESDAY + 15 * HOUR_MS;
    const [recorded] = recordMorning(now, SERVERS, OWNERS);
    const [demo] = createPbxs(now);
    demo?.pbx.advance(now - demo.pbx.world().clock.now());
    const completed = demo?.pbx.state().queues.reduce((sum, q) => sum + q.completed, 0);
    const complete = recorded?.events.filter((e) => e.kind === 'member' && e.cause === 'AgentComplete');
    expect(completed).toBeGreaterThan(400);
    expect(complete).toHaveLength(completed ?? 0);
  });
});
