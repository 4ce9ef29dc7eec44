// Ways to read a replayed session from a socket: the minimum of any client, and the collector's own.
import { connect } from 'node:net';
import { decode } from '@ringside/core/asterisk/decode.ts';
import { createFramer } from '@ringside/core/asterisk/frame.ts';
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';
import { transcript } from '../lab/transcripts.ts';
import { openSocket } from '../server/src/pbx/ami/open-socket.ts';
import type { Contender } from './harness.ts';
import { startSource } from './source.ts';
import { countEvents } from './transcripts.ts';

export const SCANNER = 'CRLF CRLF scanner';

const overlong = (start: string): never => {
  throw new Error(`Overlong: ${start}`);
};

/** Accepts binary text cut anywhere. */
export const toFacts = (fact: (f: PbxFact) => void): ((text: string) => void) => {
  const framer = createFramer({
    greeting: () => undefined,
    overlong,
    block: (text) => {
      const found = decode(text);
      if (found !== null) fact(found);
    },
  });
  return (text) => framer.push(text);
};

/** Reads from the port until it closes, like the collector. */
export const readFacts = (port: number, fact: (f: PbxFact) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const settings = { host: '127.0.0.1', port, tls: false, caPem: '', username: '', secret: '' };
    openSocket(settings, toFacts(fact))
      .once('error', reject)
      .once('close', () => resolve());
  });

const READ_BYTES = 64 * 1024;

/** Only finds the ends of the messages. Reads like the collector: into one buffer. */
export const scan = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    let rest = '';
    const callback = (read: number): boolean => {
      const all = rest + buffer.toString('latin1', 0, read);
      let from = 0;
      for (let end = all.indexOf('\r\n\r\n', from); end >= 0; end = all.indexOf('\r\n\r\n', from)) from = end + 4;
      rest = all.slice(from);
      return true;
    };
    connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
      .once('error', reject)
      .once('close', () => resolve());
  });

/** Events of a measured round, and of the warm-up before it: about a million, and a fifth of that. */
const ROUND_EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const WARM_UP_SHARE = 0.2;

interface Replay {
  /** Events of one measured round. */
  readonly events: number;
  /** Makes a contender that reads from a port until it closes. */
  contender(name: string, read: (port: number) => Promise<unknown>): Contender;
  stop(): void;
}

/** Replays a transcript often enough that a round measures warm code and not its compilation. */
export const startReplay = async (name: string): Promise<Replay> => {
  const once = countEvents(transcript(name));
  const times = Math.ceil(ROUND_EVENTS / once);
  const [full, warm] = await Promise.all([
    startSource(name, times),
    startSource(name, Math.ceil(times * WARM_UP_SHARE)),
  ]);
  return {
    events: once * times,
    contender: (contender, read) => ({
      name: contender,
      run: () => read(full.port).then(() => once * times),
      warmUp: () => read(warm.port),
    }),
    stop: () => {
      full.stop();
      warm.stop();
    },
  };
};
