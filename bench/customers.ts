// Adds customers of simulated PBXs to a console: each has its queues on every PBX, and one signed-in user.
import type { RunningConsole } from '../e2e/lab/console.ts';

const PASSWORD = 'a pass phrase for figures';

/** Returns one token per customer. `tenants` and `queuesEach` as on the PBXs: `tenant3-queue1` is the first queue of the third customer. */
export const addCustomers = async (
  console_: RunningConsole,
  serverIds: readonly number[],
  tenants: number,
  queuesEach: number,
): Promise<string[]> => {
  const { api } = console_;
  const tokens: string[] = [];
  for (let tenant = 1; tenant <= tenants; tenant++) {
    const code = `tenant${tenant}`;
    const customer = await api.call<{ id: string }>('POST', '/customers', { code, name: code, timezone: 'UTC' });
    const callcenter = await api.call<{ id: string }>('POST', '/callcenters', {
      customerId: customer.id,
      name: code,
      code: 'desk',
    });
    for (const serverId of serverIds)
      for (let queue = 1; queue <= queuesEach; queue++)
        await api.call('POST', '/queues', { callcenterId: callcenter.id, serverId, name: `${code}-queue${queue}` });
    await api.call('POST', '/users', {
      customerId: customer.id,
      username: `${code}-admin`,
      email: `admin@${code}.example`,
      role: 'customer-admin',
      password: PASSWORD,
    });
    tokens.push((await console_.signIn(`${code}-admin`, PASSWORD)).token);
  }
  return tokens;
};
