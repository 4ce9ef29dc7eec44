// Each leg with a price, from the console's records of the real calls.
import type { Call, getCall } from '@ringside/core/contract/calls/cdr.ts';
import type { z } from 'zod';
import type { Api } from '../../lab/console.ts';
import { callsBetween } from './console-figures.ts';
import type { Connected } from './rating.ts';
import { millionths } from './rating.ts';
import { DESTINATIONS, numberOf } from './real-setup.ts';
import type { RealSetup } from './real-setup.ts';
import { TENANTS } from './tenants.ts';

type View = z.infer<typeof getCall.response>;

export interface ShownLeg extends Connected {
  readonly status: string;
  /** Amount in millionths. */
  readonly amount: bigint;
  /** `false` for calls that stay on the PBX: internal, or between two customers. */
  readonly isThroughTrunk: boolean;
}

const digits = (text: string): string => text.replace(/[^0-9]/g, '');
const OWN = new Set(
  TENANTS.flatMap(({ code }) => DESTINATIONS.map((destinationName) => digits(numberOf(code, destinationName)))),
);
const CROSSING = new Set(TENANTS.map(({ code }) => digits(numberOf(code, 'crossing'))));
const EMERGENCY = new Map<string, readonly string[]>(TENANTS.map(({ code, emergency }) => [code, emergency]));

const legsOf = (view: View, customer: string): readonly ShownLeg[] => {
  const amountOf = (price: View['price']): bigint => millionths(price?.amount ?? '0');
  const legs: ShownLeg[] = [];
  // As dialed by the customer's users or by an external caller.
  const number = digits(view.direction === 'internal' ? view.destination.raw : view.destination.number);
  if (view.connectedAt !== null && view.billableSeconds > 0)
    legs.push({
      ...{ customer, direction: view.direction, number, at: Date.parse(view.connectedAt) },
      ...{ seconds: view.billableSeconds, status: view.price?.status ?? 'none', amount: amountOf(view.price) },
      isThroughTrunk: view.direction !== 'internal' && !CROSSING.has(number),
      isEmergency: view.direction === 'outbound' && EMERGENCY.get(customer)?.includes(number) === true,
    });
  for (const { destination, answerAt, seconds, price } of view.onward) {
    const called = digits(destination.number);
    legs.push({
      ...{ customer, direction: 'outbound', number: called, at: Date.parse(answerAt), seconds },
      ...{ status: price?.status ?? 'none', amount: amountOf(price), isThroughTrunk: !OWN.has(called) },
    });
  }
  return legs;
};

/** Legs in the order in which the console prices them. `since`: epoch milliseconds. */
export const legsOfCalls = async (api: Api, { customers }: RealSetup, since: number): Promise<readonly ShownLeg[]> => {
  const calls = await callsBetween(api, since - 1000, Date.now() + 3_600_000);
  const inOrder = calls.toSorted((a, b) => momentOf(a) - momentOf(b) || (a.id < b.id ? -1 : 1));
  const codeOf = new Map(Object.entries(customers).map(([code, id]) => [id, code]));
  const legs: ShownLeg[] = [];
  for (const { id, customerId } of inOrder) {
    const view = await api.call<View>('GET', `/reports/cdr/${id}`);
    legs.push(...legsOf(view, codeOf.get(customerId ?? '') ?? ''));
  }
  return legs;
};
const momentOf = ({ connectedAt, answerAt }: Call): number => Date.parse(connectedAt ?? answerAt ?? '9999-01-01');
