import type { FlowStop } from '@ringside/core/contract/routing/did.ts';
import { describe, expect, it } from 'vitest';
import { bodyFor, destinationIn, destinationFieldOf } from './destination-field.ts';

const stop = (kind: FlowStop['kind'], id: string | null = 'row'): FlowStop => ({
  key: 'k',
  kind,
  id,
  name: '',
  next: [],
});
const to = { kind: 'hangup', id: null, number: '' } as const;

describe('destinationFieldOf', () => {
  it.each([
    ['number', 'then', ['/dids', 'did', 'destination']],
    ['hours', 'open', ['/dids', 'did', 'destination']],
    ['hours', 'closed', ['/dids', 'did', 'closedDestination']],
    ['ringgroup', 'unanswered', ['/ringgroups', 'row', 'fallback']],
    ['ivr', 'otherwise', ['/ivrs', 'row', 'fallback']],
    ['ivr', '3', ['/ivrs', 'row', 'keys']],
    ['queue', 'timeout', ['/queues', 'row', 'timeoutDestination']],
    ['queue', 'full', ['/queues', 'row', 'fullDestination']],
    ['queue', '0', ['/queues', 'row', 'exitDestination']],
  ] as const)('from a %s, step %s, is a field of its object', (kind, when, wanted) => {
    const lead = destinationFieldOf('did', stop(kind), when);
    expect([lead?.resource.path, lead?.id, lead?.field]).toEqual(wanted);
  });

  it('returns null before business hours and for the forwarding of a subscriber', () => {
    expect(destinationFieldOf('did', stop('extension'), 'busy')).toBeNull();
    expect(destinationFieldOf('did', stop('number', null), 'then')).toBeNull();
  });

  it('changes only one key of an IVR menu', () => {
    const lead = destinationFieldOf('did', stop('ivr'), '2');
    const other = { kind: 'queue', id: 'q', number: '' };
    const row = {
      keys: [
        { key: '1', destination: other, name: 'Sales' },
        { key: '2', destination: other, name: 'Sales' },
      ],
    };
    if (lead === null) throw new Error('no lead');
    expect(destinationIn(lead, row)).toEqual(other);
    expect(bodyFor(lead, row, to)).toEqual({
      keys: [
        { key: '1', destination: other },
        { key: '2', destination: to },
      ],
    });
  });
});
