// Ways to read a replayed session from a socket: the minimum of any client, and the collector's own.
import { connect } from 'node:net';
import { decode } from '@ringside/core/asterisk/decode.ts';
import { createFramer } from '@ringside/core/asterisk/frame.ts';
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';
import { openSocket } from '../server/src/pbx/ami/open-socket.ts';

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

/** Only finds the ends of the messages. */
export const scan = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let rest = '';
    connect(port, '127.0.0.1')
      .setEncoding('latin1')
      .on('data', (text: string) => {
        const all = rest + text;
        let from = 0;
        for (let end = all.indexOf('\r\n\r\n', from); end >= 0; end = all.indexOf('\r\n\r\n', from)) from = end + 4;
        rest = all.slice(from);
      })
      .once('error', reject)
      .once('close', () => resolve());
  });
