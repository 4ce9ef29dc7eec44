import { expect, it } from 'vitest';
import type { LiveEvent, Outcome } from '../live/event.ts';
import { dayOf, emptyToday, endOfDay, foldToday } from './queue-today.ts';

const settings = { timeZone: 'Asia/Jerusalem', formula: 3, thresholdSeconds: 20, shortAbandonSeconds: 5 };

const outcome = (kind: Outcome, waitSeconds: number): LiveEvent => ({
  kind: 'outcome',
  serverId: 1,
  at: 0,
  owner: { customerId: 'c', callcenterId: 'cc' },
  queue: 'sales',
  outcome: kind,
  uniqueid: 'u',
  linkedid: 'u',
  callerNumber: '',
  callerName: '',
  joinedAt: 0,
  waitSeconds,
  agentInterface: null,
  agentName: null,
});

it('counts each outcome once, with received as their sum', () => {
  const day = [
    outcome('answered', 3),
    outcome('answered', 20),
    outcome('answered', 21),
    outcome('abandoned', 5),
    outcome('abandoned', 6),
    outcome('abandoned', 90),
    outcome('timed-out', 60),
    outcome('left-by-key', 12),
    outcome('no-agent', 0),
    outcome('full', 0),
    outcome('withdrawn', 40),
  ].reduce((t, e) => foldToday(t, e, settings), emptyToday('2026-11-21', settings));
  expect(day).toMatchObject({
    received: 11,
    answered: 3,
    answeredInTime: 2,
    abandonedShort: 1,
    abandonedLong: 2,
    abandonedInTime: 2,
    timedOut: 1,
    leftByKey: 1,
    noAgent: 1,
    full: 1,
    withdrawn: 1,
    waitSeconds: 44,
    longestWaitSeconds: 90,
    serviceLevel: 33_333,
  });
});

it('keeps the figures for other events', () => {
  const t = emptyToday('2026-11-21', settings);
  expect(foldToday(t, { kind: 'server-removed', serverId: 1, at: 0 }, settings)).toBe(t);
  expect(t.serviceLevel).toBeNull();
});

it.each([
  // Midnight in Jerusalem is 22:00 UTC in winter and 21:00 in summer.
  ['2026-11-20T21:59:59Z', '2026-11-20'],
  ['2026-11-20T22:00:00Z', '2026-11-21'],
  ['2026-07-20T21:00:00Z', '2026-07-21'],
  // The night of the change to winter time, 25 October 2026, is one day of 25 hours.
  ['2026-10-24T21:00:00Z', '2026-10-25'],
  ['2026-10-25T21:59:59Z', '2026-10-25'],
  ['2026-10-25T22:00:00Z', '2026-10-26'],
])('%s is on %s in Jerusalem', (at, day) => expect(dayOf(Date.parse(at), 'Asia/Jerusalem')).toBe(day));

it.each([
  ['UTC', '2026-11-25T10:00:00Z', '2026-11-26T00:00:00Z'],
  ['Asia/Jerusalem', '2026-11-25T22:30:00Z', '2026-11-26T22:00:00Z'],
  // Clocks go back at 01:00 UTC, so this day has 25 hours.
  ['Europe/Madrid', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  // Clocks go forward at 02:00, so this day has 23 hours.
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  // This day begins at 01:00, because clocks go forward at midnight.
  ['Asia/Beirut', '2026-03-28T12:00:00Z', '2026-03-28T22:00:00Z'],
])('finds the end of the day in %s at %s', (timeZone, at, end) => {
  const found = endOfDay(Date.parse(at), timeZone);
  expect(new Date(found).toISOString()).toBe(new Date(end).toISOString());
  expect(dayOf(found - 1, timeZone)).toBe(dayOf(Date.parse(at), timeZone));
  expect(dayOf(found, timeZone) > dayOf(found - 1, timeZone)).toBe(true);
});
