import { expect, it } from 'vitest';
import type { MediaEncryption, TransportKind } from './options/line-transports.ts';
import { adoptSection } from './adopt-object.ts';
import { firstDifference } from './compare-reported.ts';
import { phoneSections } from './phone-sections.ts';
import type { WantedSubscriber } from './wanted.ts';

const PHONE: WantedSubscriber = {
  ...{ id: '1', extension: '201', displayName: 'Ann', secret: 'Abcdefghij0123456789', codecs: ['ulaw'] },
  ...{ webrtc: false, callLimit: 1, dnd: false, ringSeconds: 20, addresses: [] },
  forwarding: { always: null, busy: null, noAnswer: null, unregistered: null },
};
const THERE = [{ name: 'net-tls', kind: 'tls' }] as const;

const endpointOf = (values: Partial<WantedSubscriber>, there: Parameters<typeof phoneSections>[2] = THERE) =>
  phoneSections('acme', { ...PHONE, ...values }, there).endpoint;
const encryptionOf = (...of: Parameters<typeof endpointOf>): readonly string[] =>
  endpointOf(...of).lines.flatMap(({ name, value }) => (/^(media_enc|dtls)/.test(name) ? [`${name}=${value}`] : []));

it.each<[TransportKind | undefined, MediaEncryption | undefined, readonly string[]]>([
  ['tls', undefined, ['media_encryption=sdes']],
  ['tls', 'auto', ['media_encryption=sdes']],
  ['tls', 'off', ['media_encryption=no']],
  ['udp', 'auto', []],
  [undefined, 'auto', []],
  [undefined, 'sdes', ['media_encryption=sdes']],
  ['wss', 'auto', []],
  ['wss', 'dtls', ['media_encryption=dtls', 'dtls_auto_generate_cert=yes']],
])('transport %s with media encryption %s writes %j', (transport, mediaEncryption, lines) => {
  expect(encryptionOf({ transport, mediaEncryption })).toEqual(lines);
});

it('uses webrtc=yes for a browser phone and no encryption for a line whose TLS transport is missing', () => {
  expect(encryptionOf({ webrtc: true, transport: 'wss' })).toEqual([]);
  expect(endpointOf({ webrtc: true }).lines.some(({ name, value }) => name === 'webrtc' && value === 'yes')).toBe(true);
  expect(encryptionOf({ transport: 'tls' }, [])).toEqual([]);
});

it('reports a different encryption on Asterisk and adopts one that was changed there', () => {
  const wanted = endpointOf({ transport: 'tls' });
  const object = { kind: 'pjsip', name: 'acme-201', sections: [{ ...wanted, sheet: 'endpoints' }] } as const;
  const told = (MediaEncryption: string) => [{ Event: 'EndpointDetail', ObjectName: 'acme-201', MediaEncryption }];
  expect(firstDifference(object, told('sdes'))).toBeNull();
  expect(firstDifference(object, told('no'))).toEqual({ option: 'media_encryption', wanted: 'sdes', found: 'no' });
  const actual = endpointOf({ transport: 'tls', mediaEncryption: 'off' });
  expect(adoptSection('subscriber', wanted, actual)).toEqual({ fields: { mediaEncryption: 'off' }, unmapped: [] });
});
