// Real SIP calls of the customers: actions of their phones and of external callers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../lab/lab.ts';
import type { Pbx } from '../../lab/lab.ts';
import type { SipCall, SipPhone } from '../../lab/sip-phone.ts';
import type { Park } from './park-calls.ts';
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

interface Caller {
  readonly phone: SipPhone;
  readonly tenant: Tenant;
  /** Extension of the phone. */
  readonly line: string;
  readonly park: Park;
}
type Act = (caller: Caller, random: Random) => Promise<void>;

const direct: Act = async ({ phone, tenant }, random) => {
  const call = await phone.call(outside(tenant, random));
  await Promise.race([call.ended, sleep(between(400, 6000, random))]);
  await call.bye();
};
const blind: Act = async ({ phone, tenant }, random) => {
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
const attended: Act = async ({ phone, tenant }, random) => {
  const call = await phone.call(outside(tenant, random));
  await sleep(between(UNTIL_BRIDGED, 1500, random));
  await consult(call, phone, outside(tenant, random), random);
};
const inside: Act = async ({ phone }, random) => {
  const call = await phone.call('202');
  await Promise.race([call.ended, sleep(between(800, 4000, random))]);
  await call.bye();
};
const across: Act = async ({ phone, tenant }, random) => {
  const other = pick(
    TENANTS.filter(({ code }) => code !== tenant.code),
    random,
  );
  const call = await phone.call(numberOf(other.code, 'crossing'));
  await Promise.race([call.ended, sleep(between(1500, 4000, random))]);
  await call.bye();
};

const emergency: Act = async ({ phone, tenant }, random) => {
  const call = await phone.call(pick(tenant.emergency, random));
  await Promise.race([call.ended, sleep(between(400, 3000, random))]);
  await call.bye();
};
/** The dashboard parks the far end. */
const parked: Act = async ({ phone, tenant, line, park }, random) => {
  const call = await phone.call(outside(tenant, random));
  await sleep(UNTIL_BRIDGED);
  const isOwn = ({ channel }: { readonly channel: string }): boolean =>
    channel.startsWith(`PJSIP/${tenant.code}-${line}-`);
  const times = { parkedMs: between(300, 1000, random), talkMs: between(800, 2500, random) };
  // The far end may hang up before.
  try {
    await park(tenant.code, isOwn, times);
  } finally {
    await call.bye();
  }
};

const ACTS: Readonly<Record<string, Act>> = { direct, blind, attended, across, inside, emergency, parked };
const TURNS = [
  ...(['direct', 'attended', 'parked', 'blind', 'emergency', 'across'] as const),
  ...(['attended', 'direct', 'blind', 'inside', 'parked', 'direct'] as const),
];

/** Makes `count` calls from one phone, one after the other. */
export const callOut = async (
  caller: Caller,
  plan: { readonly count: number; readonly first: number },
  random: Random,
  counts: ActionCounts,
): Promise<void> => {
  for (let n = 0; n < plan.count; n++) {
    const name = TURNS[(plan.first + n) % TURNS.length] ?? 'direct';
    // Failures are only counted, such as a far end that hung up first or a refused number. The log of the far end shows the real calls.
    const ended = await ACTS[name]!(caller, random).then(
      () => name,
      (error: unknown) => `${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    note(counts, ended);
    await sleep(300);
  }
};

/**
 * Phones that send each answered call on: a blind transfer, a transfer after consulting the external number, and a call that the dashboard
 * parks.
 */
export const sendOn = (testPhones: TestPhones, park: Park, random: Random, counts: ActionCounts): void => {
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
    void take('218', (call) => {
      const times = { parkedMs: between(800, 2000, random), talkMs: between(800, 4000, random) };
      return park(tenant.code, ({ source }) => source.raw.includes(call.number.replace('+', '')), times);
    });
  }
};

const DIALLED = DESTINATIONS.filter(
  (destinationName): destinationName is Exclude<DestinationName, 'crossing' | 'keyMenu' | 'parked'> =>
    !['crossing', 'keyMenu', 'parked'].includes(destinationName),
);
const CODES: readonly Code[] = TENANTS.map(({ code }) => code);
const KEYS = ['1', '2', '3'] as const;

/** Resolves when all external callers have hung up. */
export const callIn = async (pbx: Pbx, count: number, rate: number): Promise<void> => {
  const csv = join(pbx.folder, 'etc', 'month-callers.csv');
  const lines = Array.from({ length: count }, (_, n) => {
    const destinationName = DIALLED[n % DIALLED.length]!;
    const code = CODES[Math.floor(n / DIALLED.length + n) % CODES.length]!;
    return `+336123${String(10_000 + n)};Caller ${n};${numberOf(code, destinationName)}\n`;
  });
  writeFileSync(csv, lines.join(''));
  await pbx.callers({ calls: count, rate, csv, patience: '3000,5000,8000', port: 5100, wait: true });
};

/**
 * `rounds` callers of each customer press each key of the menu. Afterwards as many patient callers are parked. Resolves when all of them
 * have hung up.
 */
export const pressKeys = async (pbx: Pbx, rounds: number, rate: number): Promise<void> => {
  const csv = join(pbx.folder, 'etc', 'key-callers.csv');
  const pairs = Array.from({ length: rounds }, () =>
    CODES.flatMap((code) => KEYS.map((key) => ({ code, key }))),
  ).flat();
  const lines = pairs.map(
    ({ code, key }, n) => `+336125${String(10_000 + n)};Keys ${n};${numberOf(code, 'keyMenu')};${key}\n`,
  );
  writeFileSync(csv, lines.join(''));
  const load = { calls: lines.length, rate, csv, patience: '3000,5000,8000', port: 5102, wait: true };
  await pbx.callers({ ...load, keysAfterMs: 800 });
  const parkedCallers = Array.from({ length: rounds }, () => CODES).flat();
  const toPark = parkedCallers.map(
    (code, n) => `+336126${String(10_000 + n)};Parked ${n};${numberOf(code, 'parked')}\n`,
  );
  writeFileSync(csv, toPark.join(''));
  await pbx.callers({ ...load, calls: toPark.length, patience: '20000', port: 5103 });
};
