import { NOBODY, type CallRow } from '@ringside/core/live/state.ts';
import { expect, it } from 'vitest';
import { matchesCall } from './list-calls.ts';

const call: CallRow = {
  serverId: 1,
  linkedid: '1.1',
  uniqueid: '1.1',
  channel: 'PJSIP/trunk-00000001',
  owners: [NOBODY],
  channelOwner: NOBODY,
  queueOwner: NOBODY,
  state: 6,
  stateDesc: 'Up',
  startedAt: 0,
  answeredAt: null,
  source: '+972501234567',
  sourceName: 'José Núñez',
  destination: '03-555 0100',
  queue: 'acme-sales',
  agent: 'שרה כהן',
  agentInterface: 'PJSIP/101',
  onHold: false,
  parked: false,
};

it.each([
  ['', true],
  ['josé sales', true],
  ['sales josé support', false],
  ['שרה', true],
  ['PJSIP/101', true],
  ['050 123', false],
  ['50-123', true],
  ['+972 50 123 45 67', true],
  ['(03) 5550100', true],
  ['12', true],
  ['99', false],
  ['vertrieb', true],
  ['vertrieb josé', true],
])('%j: %s', (words, found) => {
  expect(matchesCall(call, words, 'Vertrieb')).toBe(found);
});
