import { customers } from '@ringside/core/contract/customers/customer.ts';
import { endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { outboundRoutes } from '@ringside/core/contract/routing/outbound-route.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import { trunks } from '@ringside/core/contract/routing/trunk.ts';
import { users } from '@ringside/core/contract/access/user.ts';
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
  'a %s: codes and addresses are left-to-right, text that people write follows its first letter',
  (_, schema, ltr, auto) => {
    const latin = latinFields(schema);
    expect(ltr.filter((field) => !latin.has(field))).toEqual([]);
    expect(auto.filter((field) => latin.has(field))).toEqual([]);
  },
);

it('the name of a route has no fixed direction', () => {
  expect(latinFields(outboundRoutes.create).has('name')).toBe(false);
});
