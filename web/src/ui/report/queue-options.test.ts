import { expect, it } from 'vitest';
import { queueOptions, queueValue, readQueueValue } from './queue-options.ts';

const ACME = '018f0000-0000-7000-8000-00000000000a';
const GLOBEX = '018f0000-0000-7000-8000-00000000000b';

const choice = (customer: 'Acme' | 'Globex', queue: string, serverId = 1, label = queue) => ({
  ...{ serverId, queue, label, callcenterId: `${customer} desk`, callcenterName: 'Desk' },
  ...{ customerId: customer === 'Acme' ? ACME : GLOBEX, customerName: customer },
});

it("offers queues of the same name of two customers separately, with the customer's name", () => {
  const choices = [choice('Acme', 'sales'), choice('Acme', 'support'), choice('Globex', 'sales', 2)];
  const options = queueOptions(choices, undefined).flatMap(({ items }) => items);
  expect(options.map(({ label }) => label)).toEqual(['sales · Acme', 'support', 'sales · Globex']);
  expect(options.map(({ value }) => readQueueValue(value))).toEqual([
    { queue: 'sales', customer: ACME },
    { queue: 'support', customer: undefined },
    { queue: 'sales', customer: GLOBEX },
  ]);
  expect(queueValue(choices, 'sales', GLOBEX)).toBe(options[2]?.value);
});

it("adds the customer's name to queues with the same label", () => {
  const choices = [choice('Acme', 'acme-sales', 1, 'Sales'), choice('Globex', 'globex-sales', 1, 'Sales')];
  expect(queueOptions(choices, undefined).flatMap(({ items }) => items)).toEqual([
    { value: 'acme-sales', label: 'Sales · Acme' },
    { value: 'globex-sales', label: 'Sales · Globex' },
  ]);
});

it('offers a queue that one customer has on two servers once', () => {
  const choices = [choice('Acme', 'sales', 1), choice('Acme', 'sales', 2)];
  expect(queueOptions(choices, undefined).flatMap(({ items }) => items)).toEqual([{ value: 'sales', label: 'sales' }]);
});
