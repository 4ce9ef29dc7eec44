import { describe, expect, it } from 'vitest';
import { previewMove } from './move-preview.ts';
import { aCaller, aMember } from './testing/rows.ts';
import { emptyState, memberKey, type LiveState, type MemberRow } from './state.ts';

const member = (queue: string, name: string, more: Partial<MemberRow> = {}): MemberRow =>
  aMember({ queue, name, interface: `PJSIP/${name}`, ...more });

const stateOf = (members: readonly MemberRow[], waiting: readonly string[] = []): LiveState => {
  const state = emptyState();
  for (const m of members) state.members.set(memberKey(m.serverId, m.queue, m.interface), m);
  waiting.forEach((queue, i) => state.callers.set(String(i), aCaller({ queue, position: i + 1, uniqueid: String(i) })));
  return state;
};

describe('previewMove', () => {
  const move = (interfaces: readonly string[]) => ({ interfaces, from: 'sales', to: 'support' });

  it('counts agents who leave and join, and how many are available', () => {
    const state = stateOf([
      member('sales', 'ann'),
      member('sales', 'bob', { paused: true }),
      member('sales', 'cleo', { incall: true }),
      member('support', 'dan'),
      member('sales', 'elsewhere', { serverId: 2 }),
    ]);
    expect(previewMove(state, 1, move(['PJSIP/ann', 'PJSIP/bob']), 0)).toEqual({
      from: { before: { agents: 3, available: 1 }, after: { agents: 1, available: 0 }, waiting: 0 },
      to: { before: { agents: 1, available: 1 }, after: { agents: 3, available: 2 }, waiting: 0 },
      strands: false,
    });
  });

  it('reports when waiting callers would be left without an agent', () => {
    const state = stateOf([member('sales', 'ann'), member('support', 'dan')], ['sales', 'sales', 'support']);
    const preview = previewMove(state, 1, move(['PJSIP/ann']), 0);
    expect([preview.strands, preview.from.waiting, preview.to.waiting]).toEqual([true, 2, 1]);
  });

  it('only removes an agent from the old queue when they are already a member of the target queue', () => {
    const state = stateOf([member('sales', 'ann'), member('support', 'ann')]);
    expect(previewMove(state, 1, move(['PJSIP/ann']), 0).to.after).toEqual({ agents: 1, available: 1 });
  });
});
