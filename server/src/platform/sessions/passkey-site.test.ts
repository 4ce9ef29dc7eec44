import { expect, it } from 'vitest';
import { passkeySite } from './passkey-site.ts';

it.each([
  // The configured address applies, regardless of the request.
  ['https://console.example.com', { host: 'x', origin: 'https://evil.example' }, 'https://console.example.com'],
  ['https://console.example.com:8443/pbx', {}, 'https://console.example.com:8443'],
  ['http://localhost:8080', {}, 'http://localhost:8080'],
  // Browsers accept neither plain http nor an IP address.
  ['http://console.example.com', {}, null],
  ['https://192.0.2.7', {}, null],
  ['https://[2001:db8::1]', {}, null],
  // Without a configured address, only localhost names work.
  [null, { host: 'localhost:8080' }, 'http://localhost:8080'],
  [null, { host: 'localhost:8080', origin: 'http://localhost:8080' }, 'http://localhost:8080'],
  [null, { host: 'a.localhost:8080', origin: 'https://a.localhost:8080' }, 'https://a.localhost:8080'],
  [null, { host: 'localhost:8080', origin: 'http://localhost:9090' }, null],
  [null, { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' }, null],
  [null, { host: 'console.example.com', origin: 'https://console.example.com' }, null],
  [null, { host: 'localhost:8080', origin: 'null' }, null],
  [null, {}, null],
] as const)('with the public URL %j and headers %j, passkeys belong to %j', (publicUrl, headers, origin) => {
  const site = passkeySite({ publicUrl }, headers);
  expect(site).toEqual(origin === null ? null : { origin, rpId: new URL(origin).hostname });
});
