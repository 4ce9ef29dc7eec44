// CDR rows of a real Asterisk 22 for transfers, forwards, queues and menus on a dialplan of the console, compared with SIPp's log at the
// far end of the trunk. Each connected trunk channel is billed once, to its customer, for its own time.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dispositionOf } from '../asterisk/leg.ts';
import type { Leg } from '../asterisk/leg.ts';
import { callRecordsOf } from './call-record.ts';
import type { CallRecord } from './call-record.ts';
import { csvFields } from './csv-fields.ts';
import { ownership } from './testing/ownership.ts';
import { readWallClock } from './wall-clock.ts';

interface Scene {
  readonly name: string;
  readonly rows: readonly string[];
  /** Such as `out 442079460777 5.005`: direction, number, seconds. */
  readonly far: readonly string[];
}

const SCENES = JSON.parse(
  readFileSync(new URL('../../../lab/transcripts/23-trunk-calls.json', import.meta.url), 'utf8'),
) as readonly Scene[];
const sceneOf = (name: string): Scene => SCENES.find((scene) => scene.name === name)!;

const legOf = (row: string): Leg => {
  const f = csvFields(row) ?? [];
  const at = (i: number): string => f[i] ?? '';
  return {
    ...{ accountCode: at(0), source: at(1), destination: at(2), context: at(3), callerId: at(4), channel: at(5) },
    ...{ destinationChannel: at(6), lastApplication: at(7), lastData: at(8), startAt: readWallClock(at(9)) ?? 0 },
    ...{ answerAt: readWallClock(at(10)), endAt: readWallClock(at(11)) ?? 0, duration: Number(at(12)) },
    ...{ billableSeconds: Number(at(13)), disposition: dispositionOf(at(14)), uniqueid: at(16), userField: at(17) },
    ...{ peerAccount: at(18), linkedid: at(19), sequence: Number(at(20)), tenantId: '', recordingFile: '' },
  };
};
/** `without`: as written by a dialplan without marks. */
const recordsOf = ({ rows }: Scene, without = false): readonly CallRecord[] => {
  const legs = rows
    .map(legOf)
    .map((leg) => (without ? { ...leg, userField: leg.userField.replaceAll(/(out|end):/g, 'no:') } : leg));
  return [...Map.groupBy(legs, (leg) => leg.linkedid)].flatMap(([linkedid, own]) =>
    callRecordsOf(
      own,
      [],
      ownership,
      legs.filter((leg) => leg.linkedid !== linkedid),
    ),
  );
};
/** Returns trunk legs in the format of the far end. */
const billed = (records: readonly CallRecord[]) =>
  records
    .flatMap(({ direction, trunk, destination, billableSeconds, onward }) => [
      ...(trunk === '' || billableSeconds === 0
        ? []
        : [
            {
              leg: `${direction === 'inbound' ? 'in' : 'out'} ${destination.replace('+', '')}`,
              seconds: billableSeconds,
            },
          ]),
      ...onward.flatMap(({ device, number, seconds }) =>
        device === '' ? [] : [{ leg: `out ${number.replace('+', '')}`, seconds }],
      ),
    ])
    .toSorted((a, b) => (a.leg < b.leg ? -1 : a.leg > b.leg ? 1 : a.seconds - b.seconds));
const farOf = ({ far }: Scene) =>
  far
    .map((line) => ({ leg: line.slice(0, line.lastIndexOf(' ')), seconds: Number(line.slice(line.lastIndexOf(' '))) }))
    .toSorted((a, b) => (a.leg < b.leg ? -1 : a.leg > b.leg ? 1 : a.seconds - b.seconds));

describe('time of a trunk channel', () => {
  it.each(SCENES.map((scene) => [scene.name, scene] as const))('%s: equals the far end’s time', (_name, scene) => {
    const [ours, theirs] = [billed(recordsOf(scene)), farOf(scene)];
    expect(ours.map(({ leg }) => leg)).toEqual(theirs.map(({ leg }) => leg));
    // The marks have milliseconds, so only the rounding to whole seconds is left.
    ours.forEach(({ seconds }, i) => expect(Math.abs(seconds - theirs[i]!.seconds)).toBeLessThan(1));
  });

  it('differs by 0.1 s on average', () => {
    const differences = SCENES.flatMap((scene) => {
      const theirs = farOf(scene);
      return billed(recordsOf(scene)).map(({ seconds }, i) => seconds - theirs[i]!.seconds);
    });
    expect(differences.length).toBeGreaterThan(30);
    const average = differences.reduce((a, b) => a + b, 0) / differences.length;
    expect(Math.abs(average)).toBeLessThan(0.1);
  });

  it.each(SCENES.map((scene) => [scene.name, scene] as const))(
    '%s: has the same legs on a dialplan without marks',
    (_name, scene) => {
      expect(billed(recordsOf(scene, true)).map(({ leg }) => leg.split(' ')[0])).toEqual(
        farOf(scene).map(({ leg }) => leg.split(' ')[0]),
      );
    },
  );
});

describe('a record', () => {
  const shortOf = (name: string) =>
    recordsOf(sceneOf(name)).map((record) => [
      ...[record.party, record.direction, record.status, record.source, record.destination, record.extension],
      ...record.onward.map(({ number, line }) => `${line} ${number}`),
    ]);

  it.each<[string, string[][]]>([
    [
      'a call out that is transferred to another number outside',
      [['', 'outbound', 'answered', '+442079460201', '+442079460777', '201', 'newco-201 +442079460778']],
    ],
    [
      'two calls out that are connected with each other',
      [
        ['', 'outbound', 'answered', '+442079460201', '+442079460778', '201'],
        ['', 'outbound', 'answered', '+442079460201', '+442079460777', '201'],
      ],
    ],
    [
      'a call in to a line that forwards outside',
      [['', 'inbound', 'answered', '+12125550123', '+442079460218', '', 'newco-206 +442079460779']],
    ],
    [
      'a call in that is connected with a call out',
      [
        ['', 'outbound', 'answered', '+442079460201', '+442079460778', '201'],
        ['', 'inbound', 'transferred', '+12125550123', '+442079460201', '201'],
      ],
    ],
    [
      'a call out that goes to a colleague who transfers it outside',
      [['', 'outbound', 'answered', '+442079460201', '+442079460777', '201', 'newco-202 +442079460778']],
    ],
    [
      'a queue member whose phone redirects outside (302)',
      [['', 'inbound', 'answered', '+12125550123', '+442079460202', '', 'newco-202 +881612345678']],
    ],
    ['a menu that leads outside', [['', 'inbound', 'answered', '+12125550123', '+442079460206', '', ' +442079460778']]],
    ['a call in to a menu alone', [['', 'inbound', 'automated', '+12125550123', '+442079460206', '']]],
    ['a call in to a voicemail box', [['', 'inbound', 'voicemail', '+12125550123', '+442079460209', '']]],
    [
      'a caller who gives up after missed ring attempts',
      [['', 'inbound', 'unanswered', '+12125550123', '+442079460202', '']],
    ],
    ['a call inside to a ring group', [['', 'internal', 'answered', '201', '600', '201']]],
    [
      'a call to the number of another customer',
      [
        ['', 'outbound', 'answered', '+442079460201', '+442079460301', '201'],
        ['other', 'inbound', 'answered', '+442079460201', '+442079460301', '301'],
      ],
    ],
    [
      'a call to another customer who transfers it outside',
      [
        ['', 'outbound', 'answered', '+442079460201', '+442079460301', '201'],
        ['other', 'inbound', 'transferred', '+442079460201', '+442079460301', '301', 'other-301 +442079460778'],
      ],
    ],
    [
      'a call in to a line that forwards to the number of another customer',
      [
        ['', 'inbound', 'answered', '+12125550123', '+442079460210', '', 'newco-204 +442079460301'],
        ['other', 'inbound', 'answered', '+442079460202', '+442079460301', '301'],
      ],
    ],
  ])('of %s', (name, expected) => expect(shortOf(name)).toEqual(expected));

  it('of one customer contains no data of the other', () => {
    const [caller, callee] = recordsOf(sceneOf('a call to another customer who transfers it outside'));
    expect(JSON.stringify(caller)).not.toMatch(/other|301-|"301"|442079460778/);
    expect(JSON.stringify(callee)).not.toMatch(/newco|"201"|Zoë/);
  });

  it('of a call between customers has a time for each and no trunk', () => {
    const [caller, callee] = recordsOf(sceneOf('a call to the number of another customer'));
    expect([caller?.billableSeconds, callee?.billableSeconds]).toEqual([2, 2]);
    expect([caller?.trunk, callee?.trunk]).toEqual(['', '']);
  });

  it('between lines of two customers is split on a dialplan without marks, without the other’s extension', () => {
    const legs = sceneOf('a call to the number of another customer').rows.map(legOf);
    const plain = legs.map((leg) => ({ ...leg, userField: '', source: '201', destination: '301' }));
    const records = callRecordsOf(plain, [], ownership);
    expect(records.map(({ party, direction, source, destination }) => [party, direction, source, destination])).toEqual(
      [
        ['', 'outbound', '201', ''],
        ['other', 'inbound', '', '301'],
      ],
    );
  });
});
