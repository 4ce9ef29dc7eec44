import { expect, it } from 'vitest';
import { distinctLabels } from './distinct-labels.ts';

const rows = [
  { label: 'Sales', of: 'Acme' },
  { label: 'Sales', of: 'Globex' },
  { label: 'Support', of: 'Acme' },
  { label: 'Night', of: 'Acme' },
  { label: 'Night', of: 'Acme' },
];

it('adds the customer only to labels that several customers share', () => {
  const labels = distinctLabels(rows, ({ of }) => of).map(({ label }) => label);
  expect(labels).toEqual(['Sales · Acme', 'Sales · Globex', 'Support', 'Night', 'Night']);
});

it('adds the PBX server to labels that are still ambiguous', () => {
  const queues = [
    { label: 'Sales', of: 'Acme', on: 'North' },
    { label: 'Sales', of: 'Acme', on: 'South' },
    { label: 'Sales', of: 'Globex', on: 'South' },
  ];
  const labels = distinctLabels(
    distinctLabels(queues, ({ of }) => of),
    (row) => queues.find(({ of, on }) => row.of === of && row.on === on)?.on,
  ).map(({ label }) => label);
  expect(labels).toEqual(['Sales · Acme · North', 'Sales · Acme · South', 'Sales · Globex']);
});
