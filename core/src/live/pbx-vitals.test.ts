import { describe, expect, it } from 'vitest';
import { CAPABILITIES, CAPABILITY_NAMES, capabilitiesOf, readClock } from './pbx-vitals.ts';

const AT = 1_795_348_052_000;
const stamp = (ms: number): string => (ms / 1000).toFixed(6);

describe('clock of a PBX server', () => {
  it.each([
    ['in step', AT + 20, AT, AT + 40, { skewMs: 0, lagMs: 40, surelyMs: 0 }],
    ['ahead', AT + 5_020, AT, AT + 40, { skewMs: 5_000, lagMs: 40, surelyMs: 4_980 }],
    ['behind', AT - 3_000, AT, AT + 40, { skewMs: -3_020, lagMs: 40, surelyMs: -3_000 }],
    // The answer took ten seconds in total, so the clock may still be right.
    ['late', AT + 1_000, AT, AT + 10_000, { skewMs: -4_000, lagMs: 10_000, surelyMs: 0 }],
  ])('is computed from a pong: %s', (_, theirs, sentAt, at, reading) => {
    expect(readClock(stamp(theirs), sentAt, at)).toEqual(reading);
  });

  it.each([undefined, '', 'now', '1795348052', '-1795348052.1', '1e12.1'])(
    'is not computed from the timestamp %s',
    (text) => {
      expect(readClock(text, AT, AT)).toBeNull();
    },
  );
});

describe('capabilitiesOf', () => {
  it('includes a capability only when the login may take all of its AMI actions', () => {
    expect(capabilitiesOf(() => true)).toEqual(CAPABILITY_NAMES);
    expect(capabilitiesOf(() => false)).toEqual([]);
    for (const name of CAPABILITY_NAMES) {
      const [first] = CAPABILITIES[name];
      expect(capabilitiesOf((action) => action !== first)).toEqual(CAPABILITY_NAMES.filter((each) => each !== name));
    }
  });
});
