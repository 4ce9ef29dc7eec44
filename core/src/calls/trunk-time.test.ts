// The time of a trunk channel whose inbound call was transferred within the second of its first answer: measured on a real Asterisk 22.
import { describe, expect, it } from 'vitest';
import type { Leg } from '../asterisk/leg.ts';
import { trunkMarksOf, trunkTime } from './trunk-time.ts';

const CHANNEL = 'PJSIP/trunk.voxline-00000045';
const SECOND = 1_795_499_156_000;
/** The far end was connected from 156.090 to 161.098: 5.008 s. */
const END = '1795499161.100';

const leg = (more: Partial<Leg>): Leg => ({
  ...{ accountCode: 'harbour', source: '+33612310019', destination: '213', context: 'harbour-out', callerId: '' },
  ...{ channel: CHANNEL, destinationChannel: 'PJSIP/harbour-213-00000046', lastApplication: 'Dial', lastData: '' },
  ...{ startAt: SECOND, answerAt: SECOND, endAt: SECOND, duration: 0, billableSeconds: 0, disposition: 'ANSWERED' },
  ...{ uniqueid: '1.85', linkedid: '1.85', userField: '', peerAccount: '', sequence: 1, tenantId: '' },
  recordingFile: '',
  ...more,
});
/** `answer`: as the mark of the hangup names it. */
const legsOf = (answer: string): readonly Leg[] => [
  leg({ userField: 'did:+61255501218@harbour' }),
  leg({
    ...{ destinationChannel: 'PJSIP/trunk.voxline-00000052', endAt: SECOND + 5000, duration: 4, billableSeconds: 4 },
    ...{ userField: `did:+61255501218@harbour|end:00000045/${END}/${answer}/1.85`, sequence: 2 },
  }),
];
const timeOf = (legs: readonly Leg[]) => trunkTime(CHANNEL, legs, trunkMarksOf(legs));

describe('the time of an inbound trunk channel', () => {
  it('starts at the first answer, which the dialplan noted', () => {
    expect(timeOf(legsOf('1795499156.090'))).toEqual({ answerAt: SECOND + 90, seconds: 5 });
  });

  it('does not start at the answer of a second leg in the same second', () => {
    expect(timeOf(legsOf('1795499156.872057'))).toEqual({ answerAt: SECOND, seconds: 5 });
  });

  it('starts at the answer of the only leg', () => {
    const [, last] = legsOf('1795499156.872057');
    expect(timeOf([last!])).toEqual({ answerAt: SECOND + 872, seconds: 4 });
  });

  it('starts at a noted answer that Asterisk logs in the next second', () => {
    expect(timeOf(legsOf('1795499155.998'))).toEqual({ answerAt: SECOND - 2, seconds: 5 });
  });
});
