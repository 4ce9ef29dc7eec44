import { describe, expect, it } from 'vitest';
import type { Leg } from '../asterisk/leg.ts';
import { carrierOf } from './carrier-of.ts';

describe('carrier of a call', () => {
  const leg = (n: number, channel: string, destinationChannel: string, rest: Partial<Leg> = {}): Leg =>
    ({
      ...{ linkedid: 'l', uniqueid: n === 1 ? 'l' : `u${n}`, sequence: n, startAt: n, channel, destinationChannel },
      ...{ disposition: 'ANSWERED', billableSeconds: 5, ...rest },
    }) as Leg;
  const isCarrier = (device: string): boolean => /^PJSIP\/(one|two)$/.test(device);
  const phone = 'PJSIP/acme-101-00000001';
  it.each([
    [
      'that connected it after another refused',
      'outbound',
      [
        leg(1, phone, 'PJSIP/one-00000002', { disposition: 'BUSY', billableSeconds: 0 }),
        leg(2, phone, 'PJSIP/two-00000003'),
      ],
      'PJSIP/two',
    ],
    [
      'that it came from',
      'inbound',
      [leg(2, 'PJSIP/two-00000009', phone), leg(1, 'PJSIP/one-00000002', phone)],
      'PJSIP/one',
    ],
    ['is none without a price list', 'outbound', [leg(1, phone, 'PJSIP/three-00000002')], null],
    ['is none in the house', 'internal', [leg(1, phone, 'PJSIP/one-00000002')], null],
    [
      'is none when nobody answered',
      'outbound',
      [leg(1, phone, 'PJSIP/one-00000002', { disposition: 'NO ANSWER', billableSeconds: 0 })],
      null,
    ],
    ['is none without legs', 'inbound', [], null],
  ] as const)('%s', (_, direction, legs, device) => {
    expect(carrierOf(legs, direction, isCarrier)).toBe(device);
  });
});
