import { customers } from '@ringside/core/contract/customers.ts';
import { endpoints } from '@ringside/core/contract/endpoints.ts';
import { outboundRoutes } from '@ringside/core/contract/outboundroutes.ts';
import { queues } from '@ringside/core/contract/queues.ts';
import { subscribers } from '@ringside/core/contract/subscribers.ts';
import { trunks } from '@ringside/core/contract/trunks.ts';
import { users } from '@ringside/core/contract/users.ts';
import { expect, it } from 'vitest';
import { latinFields } from './schema-facts.ts';

it.each([
  ['customer', customers.create, ['code', 'brandHost', 'defaultAreaCode'], ['name', 'billingLine1', 'brandName']],
  ['endpoint', endpoints.create, ['amiHost', 'sipHost'], ['name', 'description', 'region']],
  ['queue', queues.create, ['name', 'extension'], ['label']],
  ['subscriber', subscribers.create, ['extension', 'callerIdNumber'], ['name', 'callerIdName']],
  ['trunk', trunks.create, ['code', 'host', 'username', 'techPrefix'], ['name']],
  ['user', users.create, ['username'], ['firstname', 'lastname']],
] as const)(
  'a %s: codes and addresses run from left to right, what people write as it begins',
  (_, schema, ltr, auto) => {
    const latin = latinFields(schema);
    expect(ltr.filter((field) => !latin.has(field))).toEqual([]);
    expect(auto.filter((field) => latin.has(field))).toEqual([]);
  },
);

it('a route’s name is its keeper’s', () => {
  expect(latinFields(outboundRoutes.create).has('name')).toBe(false);
});
