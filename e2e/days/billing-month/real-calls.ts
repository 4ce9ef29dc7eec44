// Real SIP calls of the customers: actions of their phones and of external callers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../lab/lab.ts';
import type { Pbx } from '../../lab/lab.ts';
import type { SipCall, SipPhone } from '../../lab/sip-phone.ts';
import { DESTINATIONS, numberOf, FORWARD_TO } from './real-setup.ts';
import type { DestinationName, TestPhones } from './real-setup.ts';
import type { Code, Tenant } from './tenants.ts';
import { TENANTS } from './tenants.ts';

type Random = () => number;
const pick = <T>(items: readonly T[], random: Random): T => items[Math.floor(random() * items.length)]!;
const between = (least: number, most: number, random: Random): number => least + Math.floor(random() * (most - least));

/** Number of actions by name. */
export type ActionCounts = Map<string, number>;
const note = (counts: ActionCounts, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

/** A random external number with a rate that no rule refuses, as the customer's users dial it. */
const outside = ({ calls, home: [international, national] }: Tenant, random: Random): string => {
  const usable = calls.filter((template) => !template.startsWith('4487'));
  const number = pick(usable, random).replaceAll('x', () => String(between(2, 9, random)));
  if (number.startsWith(international) && random() < 0.4) return national + number.slice(international.length);
  return `+${number}`;
};

/** Milliseconds. Asterisk loses a transfer from before the two channels are bridged. */
const UNTIL_BRIDGED = 700;

type Act = (phone: SipPhone, tenant: Tenant, random: Random) => Promise<void>;

const direct: Act = async (phone, tenant, random) => {
  const call = await phone.call(outside(tenant, random));
  await Promise.race([call.ended, sleep(between(400, 6000, random))]);
  await call.bye();
};
const blind: Act = async (phone, tenant, random) => {
  const call = await phone.call(outside(tenant, random));
  await sleep(between(UNTIL_BRIDGED, 2500, random));
  await call.refer(outside(tenant, random));
  await Promise.race([call.ended, sleep(5000)]);
  await call.bye();
};
const consult = async (call: SipCall, phone: SipPhone, number: string, random: Random): Promise<void> => {
  await call.hold();
  const second = await phone.call(number);
  await sleep(between(UNTIL_BRIDGED, 1500, random));
  await call.referTo(second);
  await Promise.race([call.ended, sleep(5000)]);
  await Promise.all([call.bye(), second.bye()]);
};
/** Connects two external numbers with each other. */
const attended: Act = async (phone, tenant, random) => {
  const call = await phone.call(outside(tenant, random));
  await sleep(between(UNTIL_BRIDGED, 1500, random));
  await consult(call, phone, outside(tenant, random), random);
};
const inside: Act = async (phone, _tenant, random) => {
  const call = await phone.call('202');
  await Promise.race([call.ended, sleep(between(800, 4000, random))]);
  await call.bye();
};
const across: Act = async (phone, tenant, random) => {
  const other = pick(
    TENANTS.filter(({ code }) => code !== tenant.code),
    random,
  );
  const call = await phone.call(numberOf(other.code, 'crossing'));
  await Promise.race([call.ended, sleep(between(1500, 4000, random))]);
  await call.bye();
};

const ACTS: Readonly<Record<string, Act>> = { direct, blind, attended, across, inside };
const TURNS = ['direct', 'attended', 'direct', 'blind', 'direct', 'across', 'attended', 'direct', 'blind', 'inside'];

/** Makes `count` calls from one phone, one after the other. */
export const callOut = async (
  phone: SipPhone,
  tenant: Tenant,
  plan: { readonly count: number; readonly first: number },
  random: Random,
  counts: ActionCounts,
): Promise<void> => {
  for (let n = 0; n < plan.count; n++) {
    const name = TURNS[(plan.first + n) % TURNS.length] ?? 'direct';
    // Failures are only counted, such as a far end that hung up first or a refused number. The log of the far end shows the real calls.
    const ended = await ACTS[name]!(phone, tenant, random).then(
      () => name,
      (error: unknown) => `${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    note(counts, ended);
    await sleep(300);
  }
};

/** Phones that transfer each answered call: one blind, one after consulting the external number. */
export const sendOn = (testPhones: TestPhones, random: Random, counts: ActionCounts): void => {
  for (const tenant of TENANTS) {
    const take = async (line: string, then: (call: SipCall, phone: SipPhone) => Promise<void>): Promise<never> => {
      const phone = testPhones.get(`${tenant.code}-${line}`)!;
      for (;;) {
        const call = await phone.incoming();
        void sleep(between(UNTIL_BRIDGED, 1500, random))
          .then(() => then(call, phone))
          .then(
            () => note(counts, `sent on by ${line}`),
            (error: unknown) => note(counts, `not sent on by ${line}: ${String(error)}`),
          );
      }
    };
    void take('213', async (call) => void (await call.refer(FORWARD_TO[tenant.code])));
    void take('214', (call, phone) => consult(call, phone, FORWARD_TO[tenant.code], random));
  }
};

const DIALLED = DESTINATIONS.filter(
  (destinationName): destinationName is Exclude<DestinationName, 'crossing'> => destinationName !== 'crossing',
);

/** Resolves when all external callers have hung up. */
export const callIn = async (pbx: Pbx, count: number, rate: number): Promise<void> => {
  const csv = join(pbx.folder, 'etc', 'month-callers.csv');
  const codes: readonly Code[] = TENANTS.map(({ code }) => code);
  const lines = Array.from({ length: count }, (_, n) => {
    const destinationName = DIALLED[n % DIALLED.length]!;
    const code = codes[Math.floor(n / DIALLED.length + n) % codes.length]!;
    return `+336123${String(10_000 + n)};Caller ${n};${numberOf(code, destinationName)}\n`;
  });
  writeFileSync(csv, lines.join(''));
  await pbx.callers({ calls: count, rate, csv, patience: '3000,5000,8000', port: 5100, wait: true });
};
