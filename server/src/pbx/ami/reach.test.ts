import type { lookup } from 'node:dns';
import { createServer, connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AddressRefused, lookupAmong, refuseAddress } from './reach.ts';

interface Answer {
  readonly address: string;
  readonly family: number;
}

/** Returns a name server with different answers for consecutive requests. */
const nameServer = (...answers: readonly (readonly string[])[]) => {
  let asked = 0;
  const ask = ((_host: string, _options: object, done: (error: null, found: Answer[]) => void) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { ask, asked: () => asked };
};

const found = (addresses: readonly string[], refused: readonly string[] = []) =>
  new Promise<unknown>((resolve) =>
    lookupAmong(refused, nameServer(addresses).ask)('pbx.example', { all: true }, (error, answer) =>
      resolve(error ?? (answer as Answer[]).map(({ address }) => address)),
    ),
  );

describe('connecting by host name', () => {
  it.each<[string, string[], string[], string[] | null]>([
    ['all of it', ['10.0.0.7', '2001:db8::7'], [], ['10.0.0.7', '2001:db8::7']],
    ['without what is off limits', ['169.254.169.254', '10.0.0.7'], [], ['10.0.0.7']],
    ['nothing', ['169.254.169.254', 'fe80::1'], [], null],
    ['nothing where the settings say so', ['127.0.0.1', '::1'], ['127.0.0.0/8', '::1'], null],
  ])('resolves to %s', async (_name, addresses, refused, expected) => {
    const answer = await found(addresses, refused);
    if (expected === null) expect(answer).toBeInstanceOf(AddressRefused);
    else expect(answer).toEqual(expected);
  });

  it('resolves the name once and connects to that answer, so a second answer has no effect', async () => {
    const server = createServer((socket) => socket.end('here'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const names = nameServer(['127.0.0.1'], ['169.254.169.254']);
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: 'pbx.example', port, lookup: lookupAmong([], names.ask) });
    const text = await new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    expect([text, socket.remoteAddress, names.asked()]).toEqual(['here', '127.0.0.1', 1]);
    socket.destroy();
    server.close();
  });

  it.each(['169.254.169.254', '[fe80::1]', 'fe80::1%eth0', '::ffff:169.254.1.1', '0.0.0.0'])(
    'refuses the literal address %s',
    (host) => expect(() => refuseAddress(host, [])).toThrow(AddressRefused),
  );

  it.each(['127.0.0.1', '10.0.0.1', '[::1]', 'pbx.example'])('accepts %s', (host) =>
    expect(() => refuseAddress(host, [])).not.toThrow(),
  );
});
