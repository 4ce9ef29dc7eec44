import { expect, it } from 'vitest';
import { transcript } from '../../../lab/transcripts.ts';
import { BlockReader } from './block.ts';
import { readContact } from './decode-contact.ts';

const recorded = transcript('01-login-idle-snapshots')
  .toString('utf8')
  .split('\r\n\r\n')
  .filter((block) => block.startsWith('Event: ContactList\r\n'))
  .map((block) => readContact(new BlockReader(block)));

it('reads the contacts that a real Asterisk listed', () => {
  expect(recorded).toHaveLength(8);
  expect(recorded[0]).toEqual({
    endpoint: 'acme-101',
    address: '127.0.11.30:5060',
    userAgent: 'lab-far',
    reachable: true,
    roundTripMicros: 2575,
    expiresAt: 1795233110,
  });
});

const block = (uri: string, status: string, micros: number): BlockReader =>
  new BlockReader(
    `Event: ContactList\r\nViaAddr: 10.0.0.7\r\nEndpoint: acme-1\r\nViaPort: 5062\r\nUri: ${uri}\r\nUserAgent: \r\n` +
      `ExpirationTime: 0\r\nStatus: ${status}\r\nRoundtripUsec: ${micros}`,
  );

it.each([
  ['sip:acme-1@203.0.113.7:5060;transport=TCP', 'Reachable', 900, '203.0.113.7:5060', true, 900],
  ['sip:acme-1@[2001:db8::1]:5060', 'Unreachable', 0, '[2001:db8::1]:5060', false, null],
  ['sip:203.0.113.7', 'NonQualified', 0, '203.0.113.7', null, null],
  ['', 'Unknown', 12, '10.0.0.7:5062', null, null],
])('%s, %s', (uri, status, micros, address, reachable, roundTripMicros) => {
  expect(readContact(block(uri, status, micros))).toMatchObject({
    endpoint: 'acme-1',
    address,
    reachable,
    roundTripMicros,
    expiresAt: null,
  });
});
