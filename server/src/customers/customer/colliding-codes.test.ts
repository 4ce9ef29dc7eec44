// Tests that a code which collides with another customer's code is refused a few times per hour only, and that parallel requests cannot
// both create colliding names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTwins } from '../../testing/start-twins.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import type { World } from '../../testing/side.ts';

let server: TestConsole;
let world: World;
let admin: string;
let reseller: string;

beforeAll(async () => {
  ({ server, world } = await startTwins());
  admin = world.platform['administrator'] ?? '';
  reseller = world.b.tokens['reseller'] ?? '';
});
afterAll(() => server.close());

const create = (token: string, code: string) =>
  server.call(token, 'POST', '/customers', { code, name: `Named ${code}` });
const importCodes = async (token: string, dryRun: boolean, ...codes: readonly string[]) => {
  const csv = ['code,name', ...codes.map((code) => `${code},Named ${code}`)].join('\n');
  const { body } = await server.call(token, 'POST', '/customers/import', { csv, dryRun });
  return { created: body.created, errors: body.errors.map((e: { line: number; code: string }) => [e.line, e.code]) };
};

describe("codes that collide with another customer's code", () => {
  it('are not reported by a trial import of a reseller, unless the reseller can see the other customer', async () => {
    const codes = ['twin-a-1', 'above-a-1', 'twin-b-1', 'default', 'new-1'];
    const seen = [
      [4, 'code-collides'],
      [5, 'code-collides'],
    ];
    expect((await importCodes(reseller, true, ...codes)).errors).toEqual(seen);
    const all = [[2, 'code-collides'], [3, 'code-collides'], ...seen];
    expect((await importCodes(admin, true, ...codes)).errors).toEqual(all);
  });

  it('end an import of a reseller at the first one', async () => {
    expect(await importCodes(reseller, false, 'twin-a-1', 'above-a-1', 'twin-a-2')).toEqual({
      created: 0,
      errors: [[2, 'code-collides']],
    });
  });

  it('are answered with 429 after ten refusals, together with `taken` codes', async () => {
    // The import above used one of the ten answers.
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1)
      statuses.push((await create(reseller, i % 2 === 0 ? `twin-a-${i}` : 'twin-a')).status);
    expect(statuses).toEqual([...Array<number>(9).fill(409), 429]);
    expect((await create(reseller, 'twin-b-7')).body.errors[0].code).toBe('code-collides');
    expect((await create(reseller, 'ringside-x')).status).toBe(409);
    for (let i = 0; i < 12; i += 1) expect((await create(admin, 'twin-a-x')).status).toBe(409);
    expect((await create(reseller, 'fresh')).status).toBe(201);
  });
});

describe('parallel and later requests', () => {
  const madeOf = async (codes: readonly string[], requests: readonly Promise<unknown>[]) => {
    await Promise.all(requests);
    const { body } = await server.call(admin, 'GET', '/customers?perPage=500');
    return body.data.filter((row: { code: string }) => codes.includes(row.code)).length;
  };

  it('never create two customers whose codes collide', async () => {
    for (let i = 0; i < 8; i += 1) {
      const codes = [`race${i}`, `race${i}-1`];
      expect([
        i,
        await madeOf(
          codes,
          codes.map((code) => create(admin, code)),
        ),
      ]).toEqual([i, 1]);
    }
    for (let i = 0; i < 4; i += 1) {
      const codes = [`rush${i}-1`, `rush${i}`];
      const requests = [importCodes(admin, false, codes[0] ?? ''), create(admin, codes[1] ?? '')];
      expect([i, await madeOf(codes, requests)]).toEqual([i, 1]);
    }
  });

  it("never assign a PBX name that begins with a new customer's code", async () => {
    const { customerId, endpointId } = world.a;
    for (let i = 0; i < 8; i += 1) {
      const name = { customerId, kind: 'context', names: [`hall${i}-internal`] };
      const answers = await Promise.all([
        create(admin, `hall${i}`),
        server.call(admin, 'POST', `/endpoints/${endpointId}/names`, name),
      ]);
      expect([i, answers.filter(({ status }) => status < 300).length]).toEqual([i, 1]);
    }
  });

  it('never assign a PBX name that begins with the code of a deleted customer', async () => {
    const { id } = (await create(admin, 'former')).body;
    expect((await server.call(admin, 'DELETE', `/customers/${id}`)).status).toBe(204);
    const { customerId, endpointId } = world.a;
    const name = { customerId, kind: 'context', names: ['former-internal'] };
    const refused = await server.call(admin, 'POST', `/endpoints/${endpointId}/names`, name);
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'name-of-other']);
  });

  it('never give one extension to a line, a queue and a ring group', async () => {
    const { customerId, callcenterId, endpointId: serverId, subscriberId } = world.a;
    for (let i = 0; i < 8; i += 1) {
      const extension = `45${i}0`;
      const place = { customerId, serverId, extension };
      const answers = await Promise.all([
        server.call(admin, 'POST', '/ringgroups', { ...place, name: `Group ${i}`, memberIds: [subscriberId] }),
        server.call(admin, 'POST', '/queues', { callcenterId, serverId, extension, name: `race-${i}` }),
        server.call(admin, 'POST', '/subscribers', { ...place, name: `Line ${i}` }),
      ]);
      expect([i, answers.filter(({ status }) => status < 300).length]).toEqual([i, 1]);
    }
  });
});
