// Two customers whose queues, agents and numbers have the same names, and viewers of them. Only the owner then decides what a viewer sees.
import type { RowLimits } from '../../access/row-limits.ts';
import type { Viewer } from '../scope.ts';
import type { Owner } from '../state.ts';

export const OWNERS: readonly Owner[] = [
  { customerId: null, callcenterId: null },
  { customerId: 'acme', callcenterId: 'acme-north' },
  { customerId: 'acme', callcenterId: 'acme-south' },
  { customerId: 'acme', callcenterId: null },
  { customerId: 'globex', callcenterId: 'globex-main' },
];

const ANY = { customerIds: [], callcenterIds: [], queueKeys: [], serverIds: [], ownOnly: false, allBut: false };
const RULED: readonly RowLimits[] = [
  { denied: [{ ...ANY, queueKeys: ['1\tsales', '2\tq'] }], only: null },
  { denied: [{ ...ANY, callcenterIds: ['acme-north'], allBut: true }], only: null },
  {
    denied: [],
    only: [
      { ...ANY, queueKeys: ['1\tsales', '2\tsupport'] },
      { ...ANY, serverIds: [2] },
    ],
  },
  { denied: [{ ...ANY, serverIds: [1] }], only: null },
];

export const VIEWERS: readonly Viewer[] = [
  { reach: 'platform' },
  { reach: 'customer', customerId: 'acme', serverIds: [1, 2] },
  { reach: 'customer', customerId: 'globex', serverIds: [2] },
  { reach: 'team', customerId: 'acme', callcenterIds: ['acme-north'], serverIds: [1] },
  { reach: 'customer', customerId: 'nobody', serverIds: [] },
  { reach: 'subtree', customerIds: ['acme', 'initech'], serverIds: [1, 2] },
  { reach: 'board', customerId: 'acme', serverIds: [1, 2], queues: ['1\tsales', '1\tq', '2\tsupport', '2\torders'] },
  { reach: 'board', customerId: 'globex', serverIds: [2], queues: ['1\tsales', '2\tsales', '2\tq', '2\tתמיכה'] },
  { reach: 'platform', masks: ['caller-number', 'caller-name'] },
  ...RULED.map((limits) => ({ reach: 'customer' as const, customerId: 'acme', serverIds: [1, 2], limits })),
];
