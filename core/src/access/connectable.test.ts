import { describe, expect, it } from 'vitest';
import { mayConnect } from './connectable.ts';

describe('allowed connection targets', () => {
  it.each([
    ['203.0.113.7', true],
    ['2a00:1450:4001::1', true],
    // A PBX server is often in a private network or on the same machine.
    ['10.1.2.3', true],
    ['172.16.0.9', true],
    ['192.168.1.20', true],
    ['fd12:3456::9', true],
    ['100.64.0.1', true],
    ['127.0.0.1', true],
    ['::1', true],
    // Cloud metadata and link-local addresses.
    ['169.254.169.254', false],
    ['169.254.0.1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['febf::1', false],
    ['fd00:ec2::254', false],
    ['100.100.100.200', false],
    ['192.0.0.192', false],
    // Other notations of the same addresses.
    ['::ffff:169.254.169.254', false],
    ['::ffff:a9fe:a9fe', false],
    ['0:0:0:0:0:ffff:a9fe:a9fe', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['2002:a9fe:a9fe::1', false],
    ['::ffff:10.1.2.3', true],
    ['64:ff9b::a01:203', true],
    // Unspecified, multicast and broadcast addresses.
    ['0.0.0.0', false],
    ['0.1.2.3', false],
    ['::', false],
    ['224.0.0.1', false],
    ['239.255.255.250', false],
    ['255.255.255.255', false],
    ['ff02::1', false],
    // Not an address.
    ['', false],
    ['localhost', false],
    ['2130706433', false],
    ['0x7f.1', false],
    ['127.1', false],
  ])('%s: %s', (address, allowed) => expect(mayConnect(address)).toBe(allowed));

  it.each([
    ['127.0.0.1', false],
    ['127.9.9.9', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['10.1.2.3', false],
    ['10.2.0.1', true],
    ['169.254.169.254', false],
  ])('%s, with loopback and an own network excluded: %s', (address, allowed) =>
    expect(mayConnect(address, ['127.0.0.0/8', '::1', '10.1.0.0/16'])).toBe(allowed),
  );
});
