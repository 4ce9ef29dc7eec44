// Creates a simulated PBX of the lab's tenants and clients for one test, and closes them after it.
import { afterEach } from 'vitest';
import { createFakePbx, type FakePbx, type FakePbxOptions } from '../create-fake-pbx.ts';
import { labPlan } from '../lab-world.ts';
import { rawClient, type RawClient } from './raw-client.ts';

interface Bench {
  readonly start: (over?: Partial<FakePbxOptions>) => Promise<FakePbx>;
  readonly client: (pbx: FakePbx) => Promise<RawClient>;
  readonly signedIn: (pbx: FakePbx) => Promise<RawClient>;
}

/** The simulated time stops unless the test advances it. */
export const useBench = (): Bench => {
  const pbxs: FakePbx[] = [];
  const clients: RawClient[] = [];
  afterEach(async () => {
    for (const c of clients.splice(0)) c.end();
    await Promise.all(pbxs.splice(0).map((p) => p.close()));
  });
  const client = async (pbx: FakePbx): Promise<RawClient> => {
    const c = await rawClient(pbx.port());
    clients.push(c);
    return c;
  };
  return {
    start: async (over = {}) => {
      const pbx = createFakePbx({
        plan: labPlan,
        users: [
          { username: 'console', secret: 'sécret' },
          { username: 'watch', secret: 'w', read: ['agent'], write: ['reporting'] },
        ],
        pace: { kind: 'manual' },
        refusalDelayMs: 5,
        ...over,
      });
      pbxs.push(pbx);
      await pbx.listen();
      return pbx;
    },
    client,
    signedIn: async (pbx) => {
      const c = await client(pbx);
      await c.ask('Login', { Username: 'console', Secret: 'sécret' });
      return c;
    },
  };
};
