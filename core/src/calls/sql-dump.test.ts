import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legOfRow, queueLogRowOfRow } from './dump-rows.ts';
import { createSqlDump } from './sql-dump.ts';
import type { DumpRow } from './sql-dump.ts';

const DUMP = `-- MySQL dump 10.13  Distrib 5.7; don't mind the quote
/*!40101 SET NAMES utf8 */;
DROP TABLE IF EXISTS \`cdr\`;
CREATE TABLE \`cdr\` (
  \`calldate\` datetime NOT NULL DEFAULT '0000-00-00 00:00:00',
  \`clid\` varchar(80) NOT NULL DEFAULT '' COMMENT 'a (name), and; a number',
  \`duration\` int(11) NOT NULL DEFAULT 0,
  \`uniqueid\` varchar(32) NOT NULL DEFAULT '',
  KEY \`calldate\` (\`calldate\`),
  PRIMARY KEY (\`uniqueid\`)
) ENGINE=InnoDB;
LOCK TABLES \`cdr\` WRITE;
INSERT INTO \`cdr\` VALUES ('2024-03-01 10:00:00','\\"O\\'Neil; (x), y\\" <1>',12,'1.1'),('2024-03-01 10:00:05','it''s',NULL,'1.2');
INSERT INTO \`cdr\` VALUES ('2024-03-01 10:00:09','line\\nbreak \\\\',3,'1.3');
UNLOCK TABLES;
INSERT INTO \`other\` VALUES ('(not; wanted'),('x');
INSERT INTO asteriskcdrdb.\`CDR\` (\`uniqueid\`, clid) VALUES
 ('1.4','שלום')
,('1.5', '');
`;

const rowsOf = (pieces: readonly string[], tables: readonly string[] = ['cdr']): DumpRow[] => {
  const rows: DumpRow[] = [];
  const dump = createSqlDump(new Set(tables), (row) => rows.push(row));
  for (const piece of pieces) dump.push(piece);
  return rows;
};
const objects = (rows: readonly DumpRow[]) => rows.map((row) => Object.fromEntries(row.values));

describe('a MySQL dump', () => {
  it('returns the rows of its tables', () =>
    expect(objects(rowsOf([DUMP]))).toEqual([
      { calldate: '2024-03-01 10:00:00', clid: '"O\'Neil; (x), y" <1>', duration: '12', uniqueid: '1.1' },
      { calldate: '2024-03-01 10:00:05', clid: "it's", duration: null, uniqueid: '1.2' },
      { calldate: '2024-03-01 10:00:09', clid: 'line\nbreak \\', duration: '3', uniqueid: '1.3' },
      { uniqueid: '1.4', clid: 'שלום' },
      { uniqueid: '1.5', clid: '' },
    ]));

  it('gives the same rows for chunks of any size', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const pieces: string[] = [];
        for (let at = 0, i = 0; at < DUMP.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          pieces.push(DUMP.slice(at, at + size));
          at += size;
        }
        expect(objects(rowsOf(pieces))).toEqual(objects(rowsOf([DUMP])));
      }),
      { numRuns: 60 },
    ));

  it('counts rows without column names', () => {
    const dump = createSqlDump(new Set(['cdr']), () => expect.unreachable());
    dump.push("INSERT INTO cdr VALUES ('a','b'),('c','d');");
    expect(dump.nameless()).toBe(2);
  });
});

const values = (of: Record<string, string | null>): DumpRow['values'] => new Map(Object.entries(of));

describe('rows of such tables', () => {
  it('are call records, with a calculated answer time if no column has it', () =>
    expect(
      legOfRow(
        values({
          ...{
            calldate: '2024-03-01 10:00:00',
            clid: '"A" <1>',
            src: '1',
            dst: '2',
            dcontext: 'x',
            channel: 'SIP/1-1',
          },
          ...{ dstchannel: 'SIP/2-2', lastapp: 'Dial', lastdata: '', duration: '30', billsec: '20' },
          ...{ disposition: 'ANSWERED', accountcode: '', uniqueid: '1.1', userfield: '', recordingfile: 'x.wav' },
        }),
        'Europe/Madrid',
        () => 7,
      ),
    ).toMatchObject({
      startAt: Date.parse('2024-03-01T09:00:00Z'),
      answerAt: Date.parse('2024-03-01T09:00:10Z'),
      endAt: Date.parse('2024-03-01T09:00:30Z'),
      linkedid: '1.1',
      sequence: 7,
      recordingFile: 'x.wav',
    }));

  it.each([
    [{ calldate: '0000-00-00 00:00:00', uniqueid: '1' }, 'no moment'],
    [{ calldate: '2024-03-01 10:00:00', uniqueid: '' }, 'no unique id'],
  ])('are rejected: %j', (row, reason) => expect(legOfRow(values(row), 'UTC', () => 1)).toContain(reason));

  it.each([
    [
      'realtime of 1.8 on',
      {
        time: '2013-04-23 08:32:20.213456',
        callid: '1.1',
        queuename: 'q',
        agent: 'Ann',
        event: 'CONNECT',
        data1: '3',
        data2: '1.2',
        data3: '1',
        data4: '',
        data5: '',
      },
      ['3', '1.2', '1'],
    ],
    [
      'realtime before',
      { time: '1366705940', callid: '1.1', queuename: 'q', agent: 'Ann', event: 'COMPLETEAGENT', data: '3|25|1' },
      ['3', '25', '1'],
    ],
    [
      'commas',
      { time: '1366705940', callid: '1.1', queuename: 'q', agent: 'Ann', event: 'COMPLETEAGENT', data: '3,25,1' },
      ['3', '25', '1'],
    ],
    [
      'statistics',
      { time_id: '1366705940', call_id: '1.1', queue: 'q', agent: 'Ann', verb: 'PAUSE', data1: '', data2: 'Lunch' },
      ['', 'Lunch'],
    ],
  ])('are queue_log lines: %s', (_, row, data) =>
    expect(queueLogRowOfRow(values(row), 'UTC')).toMatchObject({ call: '1.1', queue: 'q', agent: 'Ann', data }),
  );
});
