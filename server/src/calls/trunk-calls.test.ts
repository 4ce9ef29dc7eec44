// Tests records of a real Asterisk from the file to the price, in any order: each leg through a trunk is rated once, a call between
// customers has one record each, and records made by earlier rules keep their price.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../billing/pdf/testing/read-pdf.ts';
import { rateDue } from '../billing/rate-due.ts';
import { runCommand } from '../cli/run-command.ts';
import { ownersNow } from '../live/owners-now.ts';
import { PASSWORD, startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { importHistory } from './import-history.ts';

interface Scene {
  readonly name: string;
  readonly rows: readonly string[];
}
const SCENES = JSON.parse(
  readFileSync(new URL('../../../lab/transcripts/23-trunk-calls.json', import.meta.url), 'utf8'),
) as readonly Scene[];

let running: TestConsole;
let admin: string;
let serverId: number;
let folder: string;
const tokens = new Map<string, string>();

const must = async (path: string, body: unknown) => {
  const answer = await running.call(admin, 'POST', path, body);
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};
const makeCustomer = async (code: string, extensions: readonly string[], planId: string): Promise<void> => {
  const { id: customerId } = await must('/customers', { code, name: code, serverIds: [serverId] });
  for (const extension of extensions) await must('/subscribers', { customerId, serverId, extension, name: extension });
  await must(`/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
  const person = { username: `${code}-admin`, email: `${code}@example.com`, firstname: 'A', lastname: 'B' };
  await must('/users', { customerId, ...person, role: 'customer-admin', password: PASSWORD });
  tokens.set(code, await running.signIn(`${code}-admin`));
};

beforeAll(async () => {
  running = await startTestConsole();
  folder = mkdtempSync(join(tmpdir(), 'ringside-trunks-'));
  const options = { username: 'root', role: 'administrator', password: PASSWORD };
  await runCommand({ ...running.deps }, { command: 'user create', options });
  admin = await running.signIn('root');
  const server = { name: 'PBX 1', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'c', amiSecret: 's', enabled: false };
  serverId = (await must('/endpoints', server)).id as number;
  const { id: planId } = await must('/plans', { name: 'Per second', status: 'active', currency: 'USD', fixedFee: '0' });
  const rate = { destinationName: 'x', connectFee: '0', initialSeconds: 1, incrementSeconds: 1, ratePerMinute: '0.6' };
  await must(`/plans/${planId}/rates`, { ...rate, direction: 'outbound', prefix: '44' });
  await must(`/plans/${planId}/rates`, { ...rate, direction: 'inbound', prefix: '44', ratePerMinute: '0.06' });
  await makeCustomer('newco', ['201', '202', '204', '206'], planId);
  await makeCustomer('other', ['301'], planId);
}, 60_000);
afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of ['call_ratings', 'calls', 'cdr_legs', 'call_links']) {
    await sql`delete from ${sql.table(table)}`.execute(running.deps.db);
  }
});

const rowsOf = (name: string): readonly string[] => SCENES.find((scene) => scene.name === name)!.rows;
const read = async (rows: readonly string[]): Promise<void> => {
  const path = join(folder, 'Master.csv');
  writeFileSync(path, `${rows.join('\n')}\n`);
  const request = { path, kind: 'cdr', serverId, timeZone: 'UTC' } as const;
  await importHistory(running.deps.db, await ownersNow(running.deps.db), request, Date.now());
};
const rated = async (): Promise<readonly string[]> => {
  await rateDue(running.deps.db, null);
  const { rows } = await sql<{ line: string }>`select concat_ws(' ', cu.code, r.leg, r.direction, c.destination,
      r.raw_seconds, trim_scale(r.amount)) as line
    from call_ratings r join calls c on c.id = r.call_id left join customers cu on cu.id = r.customer_id
    order by 1`.execute(running.deps.db);
  return rows.map(({ line }) => line);
};
const calls = async (who: string) =>
  (await running.call(tokens.get(who)!, 'GET', '/reports/cdr?perPage=100')).body.data;

describe('connected calls', () => {
  const JOINED = rowsOf('two calls out that are connected with each other');
  const PRICED = ['newco 0 outbound +442079460777 5 0.05', 'newco 0 outbound +442079460778 3 0.03'];

  it.each([
    ['in the order of the file', [JOINED]],
    ['the joined leg first', [[JOINED[2]!], [JOINED[0]!], [JOINED[1]!]]],
    ['the joined leg last', [[JOINED[0]!], [JOINED[1]!], [JOINED[2]!]]],
    ['twice', [JOINED, JOINED]],
  ])('are rated for the complete duration of each trunk channel: %s', async (_order, parts) => {
    for (const part of parts) {
      await read(part);
      await rateDue(running.deps.db, null);
    }
    expect(await rated()).toEqual(PRICED);
  });
});

describe('a call between customers', () => {
  it('is outbound for one and inbound for the other, each with its price', async () => {
    await read(rowsOf('a call to the number of another customer'));
    expect(await rated()).toEqual(['newco 0 outbound +442079460301 2 0.02', 'other 0 inbound +442079460301 2 0.002']);
    const [[caller], [callee]] = [await calls('newco'), await calls('other')];
    expect(caller).toMatchObject({ direction: 'outbound', extension: '201', source: { raw: '+442079460201' } });
    expect(callee).toMatchObject({ direction: 'inbound', extension: '301', source: { raw: '+442079460201' } });
  });

  it('shows neither devices nor extensions of the other customer', async () => {
    await read(rowsOf('a call to another customer who transfers it outside'));
    await rateDue(running.deps.db, null);
    const view = async (who: string): Promise<string> => {
      const [{ id }] = await calls(who);
      const { text } = await running.call(tokens.get(who)!, 'GET', `/reports/cdr/${id}`);
      return text;
    };
    expect(await view('newco')).not.toMatch(/other-|"301"|442079460778/);
    expect(await view('other')).not.toMatch(/newco|"201"|Zoë/);
    expect(await rated()).toEqual([
      'newco 0 outbound +442079460301 5 0.05',
      'other 0 inbound +442079460301 5 0.005',
      'other 1 outbound +442079460301 2 0.02',
    ]);
  });

  it('that was forwarded is a further leg of the inbound call', async () => {
    await read(rowsOf('a call in to a line that forwards to the number of another customer'));
    expect(await rated()).toEqual([
      'newco 0 inbound +442079460210 6 0.006',
      'newco 1 outbound +442079460210 6 0.06',
      'other 0 inbound +442079460301 6 0.006',
    ]);
  });
});

describe('an internal call to a group or queue', () => {
  const [row] = rowsOf('a call inside to a ring group') as [string];
  const file = async (format: string): Promise<Buffer> => {
    const url = `/api/reports/cdr?format=${format}`;
    const authorization = `Bearer ${tokens.get('newco')!}`;
    return (await running.app.inject({ method: 'GET', url, headers: { authorization } })).rawPayload;
  };

  it.each([
    ['group', 'ggroup1', row],
    [
      'queue',
      'q01a20420aaaa7bbb8cccddddeeeeffff',
      row.replace('ggroup1', 'q01a20420aaaa7bbb8cccddddeeeeffff').replace('"Dial"', '"Queue"'),
    ],
  ])("shows the dialed number, not the PBX's name of the %s, in table, CSV and PDF", async (_, own, text) => {
    await read([text]);
    const listed = await calls('newco');
    expect(listed).toMatchObject([{ direction: 'internal', destination: { raw: '600', number: '600' } }]);
    const told = [JSON.stringify(listed), (await file('csv')).toString(), textOf(await file('pdf'))];
    for (const each of told) {
      expect(each).toContain('600');
      expect(each).not.toContain(own);
    }
  });
});

it("a number of another country is not read as a number of the customer's country", async () => {
  const { id: planId } = await must('/plans', { name: 'By country', status: 'active', currency: 'ILS', fixedFee: '0' });
  const rate = { direction: 'outbound', initialSeconds: 1, incrementSeconds: 1 };
  await must(`/plans/${planId}/rates`, { ...rate, prefix: '972', ratePerMinute: '0.6' });
  await must(`/plans/${planId}/rates`, { ...rate, prefix: '1', ratePerMinute: '6' });
  const { id: customerId } = await must('/customers', {
    code: 'gesher',
    name: 'Gesher',
    country: 'IL',
    currency: 'ILS',
  });
  await must('/subscribers', { customerId, serverId, extension: '201', name: 'Noa' });
  await must(`/plans/${planId}/customers`, { customerId, validFrom: '2020-01-01T00:00:00Z' });
  const rows = rowsOf('a call out that is transferred to another number outside').map((row) =>
    row
      .replaceAll('newco', 'gesher')
      .replaceAll('442079460777', '12125550123')
      .replaceAll('442079460778', '97231234567'),
  );
  await read(rows);
  expect(await rated()).toEqual(['gesher 0 outbound +12125550123 5 0.5', 'gesher 1 outbound +12125550123 3 0.03']);
});

it('a record made by earlier rules keeps its values and price until a leg is added', async () => {
  const [first, second] = rowsOf('a call out that is transferred to another number outside') as [string, string];
  await read([first]);
  await sql`update calls set rules = 0, billable_seconds = 777, connected_at = null`.execute(running.deps.db);
  const before = await rated();
  expect(before).toEqual(['newco 0 outbound +442079460777 777 7.77']);
  // A change of the customer's queue name, a repeated import and an upgrade all keep the legs.
  await sql`update calls set callcenter_id = customer_id`.execute(running.deps.db);
  await read([first]);
  expect(await rated()).toEqual(before);
  await read([second]);
  expect(await rated()).toEqual(['newco 0 outbound +442079460777 5 0.05', 'newco 1 outbound +442079460777 3 0.03']);
});
