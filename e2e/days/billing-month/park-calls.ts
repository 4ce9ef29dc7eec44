// Parks calls from the dashboard and picks them up at another extension.
import { vi } from 'vitest';
import type { Api } from '../../lab/console.ts';
import { sleep } from '../../lab/lab.ts';
import type { TestPhones } from './real-setup.ts';
import type { Code } from './tenants.ts';

interface LiveCall {
  readonly channel: string;
  readonly linkedid: string;
  readonly source: { readonly raw: string };
}
interface ParkTimes {
  readonly parkedMs: number;
  readonly talkMs: number;
}

/** Parks the matching call, picks it up at extension 217 and hangs up there. */
export type Park = (code: Code, isWanted: (call: LiveCall) => boolean, times: ParkTimes) => Promise<void>;

export const createPark = (api: Api, serverId: number, testPhones: TestPhones): Park => {
  /** The last call of each customer. Extension 217 picks up one call at a time. */
  const last = new Map<Code, Promise<void>>();

  const run: Park = async (code, isWanted, { parkedMs, talkMs }) => {
    const calls = async (): Promise<readonly LiveCall[]> =>
      (await api.call<{ calls: readonly LiveCall[] }>('GET', '/live')).calls;
    const send = (action: string, Channel: string, more: object = {}) =>
      api.call('POST', '/live/commands', { serverId, action, Channel, ...more });
    /** Sends the command for the channel that the row of the call names at that moment. */
    const act = (action: string, isIt: (call: LiveCall) => boolean, more?: object): Promise<LiveCall> =>
      vi.waitFor(
        async () => {
          const row = (await calls()).find(isIt);
          if (row === undefined) throw new Error(`${action}: no such call`);
          await send(action, row.channel, more);
          return row;
        },
        { timeout: 6_000, interval: 100 },
      );
    const { linkedid } = await act('Park', isWanted);
    await sleep(parkedMs);
    const phone = testPhones.get(`${code}-217`)!;
    await act('PickUp', (call) => call.linkedid === linkedid, { Interface: `PJSIP/${code}-217` });
    const call = await phone.incoming();
    await Promise.race([call.ended, sleep(talkMs)]);
    await call.bye();
  };
  return (code, isWanted, times) => {
    const mine = (last.get(code) ?? Promise.resolve()).catch(() => undefined).then(() => run(code, isWanted, times));
    last.set(code, mine);
    return mine;
  };
};
