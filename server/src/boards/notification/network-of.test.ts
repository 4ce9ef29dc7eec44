import { expect, it } from 'vitest';
import { networkOf } from './notice-place.ts';

it.each([
  ['192.0.2.17', '192.0.2'],
  ['::ffff:192.0.2.200', '192.0.2'],
  ['2001:db8:12:34::1', '2001:db8:12'],
  ['2001:DB8:12:99:1:2:3:4', '2001:db8:12'],
  ['2001:db8::1', '2001:db8:0'],
  ['::1', '0:0:0'],
])('maps %s to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
