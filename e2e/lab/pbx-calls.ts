// Starts calls on a PBX over AMI, and reads its call counters.
import { connect } from 'node:net';
import type { Pbx } from './lab.ts';

/** The answering channel runs `Wait` for 20 seconds. */
export const originate = (on: Pbx, channel: string): void => {
  const socket = connect(on.amiPort, on.host, () =>
    socket.write(
      'Action: Login\r\nUsername: console\r\nSecret: console-secret\r\nEvents: off\r\n\r\n' +
        `Action: Originate\r\nChannel: ${channel}\r\nApplication: Wait\r\nData: 20\r\nAsync: true\r\n\r\n` +
        'Action: Logoff\r\n\r\n',
    ),
  );
  socket.on('error', () => undefined).resume();
};

const countIn = async (pbx: Pbx, what: RegExp): Promise<number> =>
  Number(what.exec(await pbx.cli('core show channels count'))?.[1] ?? Number.NaN);
export const activeCalls = (pbx: Pbx): Promise<number> => countIn(pbx, /(\d+) active call/);
export const processedCalls = (pbx: Pbx): Promise<number> => countIn(pbx, /(\d+) calls? processed/);
