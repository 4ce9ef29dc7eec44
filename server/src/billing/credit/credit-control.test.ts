// Tests a prepaid balance shared by calls on two simulated PBX servers, whose channels store the variables that the console sets.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { addEntry } from '../ledger-queries.ts';
import { openPapers } from '../testing/papers.ts';
import { FROM, makePlan, TERMS } from '../testing/month-of-calls.ts';
import { createCreditControl } from './credit-control.ts';

const { db, account, withPlan, close } = await openPapers();
afterAll(close);

/** 5.00 per minute, by the second; 0.60 per minute, by the minute; free. */
const RATES = [
  ['8816', '5', 1, 1],
  ['4420', '0.6', 60, 60],
  ['800', '0', 1, 1],
] as const;

const planId = await makePlan(db, 'Prepaid', { ...TERMS, allowances: [] });
await sql`delete from rates where plan_id = ${planId}`.execute(db);
for (const [prefix, rate, initial, increment] of RATES)
  await sql`insert into rates (id, plan_id, direction, prefix, destination_name, destination_group, connect_fee,
      rate_per_minute, initial_seconds, increment_seconds, effective_from)
    values (${newId()}, ${planId}, 'outbound', ${prefix}, '', '', 0, ${rate}::numeric, ${initial}, ${increment},
      '1970-01-01')`.execute(db);

const SATELLITE = '881612345678';
const LONDON = '442079460000';
const START = FROM + 10 * 86_400_000;

const world = async (code: string, balance: string) => {
  const customerId = await withPlan(code, '2026-10-10T09:00:00Z', null, planId);
  await account(customerId, { billing_method: 'prepaid' });
  const pay = (amount: string) =>
    addEntry(db, {
      ...{ customerId, amount, currency: 'ILS', at: new Date(FROM), kind: 'payment', reference: '' },
      ...{ invoiceId: null, madeBy: 'x' },
    });
  if (balance !== '') await pay(balance);
  const servers: number[] = [];
  for (const name of ['one', 'two']) {
    const { rows } = await sql<{ id: number }>`insert into endpoints (name, ami_host, ami_username, ami_secret)
      values (${`${code} ${name}`}, 'pbx.example', 'ringside', '') returning id`.execute(db);
    const serverId = rows[0]!.id;
    servers.push(serverId);
    await sql`insert into subscribers (id, customer_id, server_id, extension, name, secret, codecs)
      values (${newId()}, ${customerId}, ${serverId}, ${`20${servers.length}`}, 'Desk', 'x', '["ulaw"]')`.execute(db);
  }
  let now = START;
  const down = new Set<number>();
  /** The last value sent to each channel or PBX: `<server> <channel> <variable or action>`. */
  const told = new Map<string, number>();
  const failed: unknown[] = [];
  const create = () =>
    createCreditControl({
      ...{ db, country: null, now: () => now, isUp: (serverId) => !down.has(serverId) },
      onError: (error) => failed.push(error),
      send: async (serverId, action, fields): Promise<Record<string, string>> => {
        if (down.has(serverId)) throw new Error('away');
        if (action === 'Getvar') return { Value: variables.get(`${serverId} ${fields['Channel']}`) ?? '' };
        const { Channel = '', Variable = action, Value = fields['Timeout'] } = fields;
        told.set(`${serverId} ${Channel} ${Variable}`, Number(Value));
        return {};
      },
    });
  const variables = new Map<string, string>();
  let credit = create();
  const say = async (serverId: number, channel: string, words: string): Promise<void> => {
    variables.set(`${serverId} ${channel}`, words);
    const party = { channel, uniqueid: channel, linkedid: `l-${channel}`, callerIdNum: '', callerIdName: '' };
    credit.take(serverId, { ...party, kind: 'credit', words: words.split(' ') });
    await credit.settled();
  };
  const [one = 0, two = 0] = servers;
  /** A call of a line, as the dialplan reports it. `ask` resolves with the granted seconds; 0: refused. */
  const call = (n: number, number: string, serverId = one) => {
    const [asker, trunk] = [`PJSIP/${code}-201-${n}`, `PJSIP/trunk.a-0000000${n}`];
    const id = `u${n}-1`;
    const granted = () => told.get(`${serverId} ${asker} RINGSIDE_SECONDS`);
    const ringing = () => told.get(`${serverId} ${trunk} RINGSIDE_SECONDS`);
    return {
      trunk,
      ask: async () => {
        await say(serverId, asker, `ask ${id} ${code} ${number}`);
        return granted();
      },
      dial: () => say(serverId, trunk, `leg ${id} ${granted()} ${code} ${number}`),
      answer: () => say(serverId, trunk, `answered ${id} ${ringing() ?? granted()} ${code} ${number} ${now / 1000}`),
      end: async () => {
        await say(serverId, trunk, `ended ${id}`);
        await say(serverId, asker, `gone ${id}`);
      },
      giveUp: () => say(serverId, asker, `gone ${id}`),
      ringing,
      /** From the last AbsoluteTimeout action. */
      cut: () => told.get(`${serverId} ${trunk} AbsoluteTimeout`),
    };
  };
  const left = (serverId = one) => {
    const value = told.get(`${serverId}  RINGSIDE_LEFT_${code}`);
    return value === undefined ? undefined : Number(String(value).slice(10));
  };
  return {
    ...{ call, pay, left, down, failed, one, two, customerId, say, variables },
    sweep: () => credit.sweepOpen(),
    sweepAll: () => credit.sweepAll(),
    pass: (seconds: number) => (now += seconds * 1000),
    restart: () => (credit = create()),
    snapshot: async (serverId: number, channels: readonly string[]) => {
      credit.snapshot(serverId, channels.map((channel) => ({ channel, linkedid: `l-${channel}` })) as never);
      await new Promise((resolve) => setImmediate(resolve));
      await credit.settled();
    },
    connected: async (serverId: number, trunk: string, seconds: number, tx = db) => {
      const at = new Date(now - seconds * 1000);
      await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, direction, status, source, source_name,
          destination, extension, device, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
          billable_seconds, recording_file, legs, rating_due)
        values (${newId()}, ${serverId}, ${trunk}, ${trunk}, ${customerId}, 'outbound', 'answered', '201', '',
          ${`+${SATELLITE}`}, '201', '', ${at}, ${at}, ${new Date(now)}, ${seconds}, 0, ${seconds}, ${seconds}, '', 1,
          false)`.execute(tx);
      await sql`insert into cdr_legs (server_id, linkedid, uniqueid, sequence, account_code, peer_account, tenant_id, source,
          destination, context, caller_id, channel, destination_channel, last_application, last_data, start_at, answer_at,
          end_at, duration, billable_seconds, disposition, user_field, recording_file)
        values (${serverId}, ${trunk}, ${trunk}, 1, '', '', '', '', '', '', '', 'PJSIP/x', ${trunk}, '', '', ${at}, ${at},
          ${new Date(now)}, ${seconds}, ${seconds}, 'ANSWERED', '', '')`.execute(tx);
    },
  };
};

describe('prepaid calls', () => {
  it('last as long as the balance pays for and are refused without a balance', async () => {
    const { call, failed } = await world('alone', '1');
    // 12 s minus the second in which Asterisk ends the call.
    expect(await call(1, SATELLITE).ask()).toBe(11);
    const poor = await world('poor', '0.02');
    expect(await poor.call(1, SATELLITE).ask()).toBe(0);
    expect(await poor.call(2, LONDON).ask()).toBe(0);
    // A free number.
    expect(await poor.call(3, '800123456').ask()).toBe(7_200);
    const none = await world('none', '');
    expect(await none.call(1, '800123456').ask()).toBe(0);
    expect(failed).toEqual([]);
  });

  it('are refused for a number without a rate if the plan blocks such numbers', async () => {
    const { call } = await world('norate', '50');
    expect(await call(1, '33123456789').ask()).toBe(0);
  });

  it('share the balance: a second call shortens the first, and its end returns the time', async () => {
    const { call, pass, failed } = await world('shared', '2');
    const [a, b] = [call(1, SATELLITE), call(2, SATELLITE)];
    expect(await a.ask()).toBe(23);
    await a.dial();
    await a.answer();
    pass(4);
    // 20 s are left for both, each minus its last second.
    expect(await b.ask()).toBe(9);
    expect(a.cut()).toBe(9);
    await b.dial();
    pass(2);
    await b.giveUp();
    expect(a.cut()).toBe(17);
    expect(failed).toEqual([]);
  });

  it("that still ring are shortened on the trunk's channel", async () => {
    const { call } = await world('ringing', '2');
    const [a, b] = [call(1, SATELLITE), call(2, SATELLITE)];
    await a.ask();
    await a.dial();
    expect(await b.ask()).toBe(11);
    expect(a.ringing()).toBe(11);
  });

  it('get half of the balance each when two ask at the same time before either is dialed', async () => {
    const { call } = await world('moment', '2');
    const [a, b] = [call(1, SATELLITE), call(2, SATELLITE)];
    await Promise.all([a.ask(), b.ask()]);
    const c = call(3, SATELLITE);
    expect(await c.ask()).toBe(6);
    // The dialplan had read the old value before the new one arrived.
    await a.dial();
    expect(a.ringing() ?? 0).toBeLessThanOrEqual(6);
  });

  it('reserve their cost after their end until they are rated', async () => {
    const { call, pass, connected, one } = await world('ended', '2');
    const a = call(1, SATELLITE);
    await a.ask();
    await a.dial();
    await a.answer();
    pass(12);
    await a.end();
    const b = call(2, SATELLITE);
    expect(await b.ask()).toBe(11);
    await b.giveUp();
    // Rated with a price of zero, because this test rates no call of the table.
    await connected(one, a.trunk, 12);
    expect(await call(3, SATELLITE).ask()).toBe(23);
  });

  it('are never refused because an earlier call is being rated at that moment', async () => {
    const granted: unknown[] = [];
    for (let turns = 0; turns < 14; turns += 1) {
      const { call, pass, connected, one, customerId } = await world(`race-${turns}`, '1.9');
      const a = call(1, SATELLITE);
      await a.ask();
      await a.dial();
      await a.answer();
      pass(12);
      await a.end();
      // Like rating: stores price and record in one transaction, at different points of the decision.
      const rate = async (): Promise<void> => {
        for (let i = 0; i < turns; i += 1) await sql`select 1`.execute(db);
        await db.transaction().execute(async (tx) => {
          await connected(one, a.trunk, 12, tx);
          await addEntry(tx, {
            ...{ customerId, amount: '-1', currency: 'ILS', at: new Date(FROM), kind: 'adjustment', reference: '' },
            ...{ invoiceId: null, madeBy: 'x' },
          });
        });
      };
      const [seconds] = await Promise.all([call(2, SATELLITE).ask(), rate()]);
      granted.push(seconds);
    }
    // 0.90 are left: 10.8 s, minus the last second.
    expect(granted).toEqual(granted.map(() => 9));
  });

  it('continue without the asking line after a transfer', async () => {
    const { call, pass } = await world('moved', '2');
    const a = call(1, SATELLITE);
    await a.ask();
    await a.dial();
    await a.answer();
    await a.giveUp();
    pass(12);
    expect(await call(2, SATELLITE).ask()).toBe(5);
  });

  it('on two PBX servers share one balance, and a call on an unreachable PBX keeps its limit', async () => {
    const { call, two, one, down } = await world('both', '2');
    const [a, b] = [call(1, SATELLITE, one), call(2, SATELLITE, two)];
    await a.ask();
    await a.dial();
    await a.answer();
    expect(await b.ask()).toBe(11);
    expect(a.cut()).toBe(11);
    await b.giveUp();
    expect(a.cut()).toBe(23);
    down.add(one);
    expect(await b.ask()).toBe(0);
  });

  it('are extended after a payment', async () => {
    const { call, pay, sweep, pass } = await world('paid', '1');
    const a = call(1, SATELLITE);
    await a.ask();
    await a.dial();
    await a.answer();
    pass(5);
    await sweep();
    expect(a.cut()).toBeUndefined();
    await pay('1');
    await sweep();
    expect(a.cut()).toBe(18);
  });

  it('are found again after a restart of the console and ended when the PBX no longer has them', async () => {
    const { call, restart, snapshot, pass, one } = await world('again', '2');
    const a = call(1, SATELLITE);
    await a.ask();
    await a.dial();
    await a.answer();
    pass(10);
    restart();
    await snapshot(one, [a.trunk]);
    expect(a.cut()).toBe(13);
    expect(await call(2, SATELLITE).ask()).toBe(6);
    await snapshot(one, []);
    expect(await call(3, SATELLITE).ask()).toBe(13);
  });

  it('leave a reserve on the PBX for calls while the console is down, at the highest rate', async () => {
    const { call, left, sweepAll, one, two, pass } = await world('silent', '100');
    await sweepAll();
    // 50.00 on each of two PBX servers, 5.00 per minute, minus a block of one minute.
    expect([left(one), left(two)]).toEqual([541, 541]);
    const a = call(1, LONDON);
    expect(await a.ask()).toBe(7_200);
    await a.dial();
    await a.answer();
    // Two hours at 0.60 are reserved.
    expect(left()).toBe(Math.floor((100 - 72.6) * 6) - 59);
    pass(60);
    await a.end();
  });

  it('share the allowance of a plan that blocks further calls, while other calls have no limit', async () => {
    const { call, customerId, pass, failed } = await world('beyond', '');
    const { rows } = await sql<{ id: string }>`select id from customers where code = 'beyond'`.execute(db);
    expect(rows[0]?.id).toBe(customerId);
    const allowance = { ...TERMS.allowances[0]!, name: 'London', seconds: 240, destinationGroups: ['london'] };
    const limited = await makePlan(db, 'Beyond', { ...TERMS, allowances: [allowance], overageAction: 'block' });
    await sql`insert into rates (id, plan_id, direction, prefix, destination_group, connect_fee, rate_per_minute,
        initial_seconds, increment_seconds, effective_from)
      values (${newId()}, ${limited}, 'outbound', '4420', 'london', 0.1, 0.6, 60, 60, '1970-01-01')`.execute(db);
    await sql`update billing_accounts set billing_method = 'postpaid' where customer_id = ${customerId}`.execute(db);
    await sql`update customer_plans set plan_id = ${limited} where customer_id = ${customerId}`.execute(db);
    expect(await call(1, '447700900123').ask()).toBe(604_800);
    const [a, b] = [call(2, LONDON), call(3, LONDON)];
    expect(await a.ask()).toBe(239);
    await a.dial();
    await a.answer();
    pass(10);
    // Two minutes are included for each.
    expect(await b.ask()).toBe(119);
    expect(a.cut()).toBe(109);
    await b.dial();
    await b.answer();
    pass(100);
    expect(await call(4, LONDON).ask()).toBe(0);
    expect(failed).toEqual([]);
  });

  it('have no limit if the customer is not prepaid', async () => {
    const { call, customerId } = await world('postpaid', '');
    await sql`update billing_accounts set billing_method = 'postpaid' where customer_id = ${customerId}`.execute(db);
    expect(await call(1, SATELLITE).ask()).toBe(604_800);
  });
});
