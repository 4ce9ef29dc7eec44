// G1: AMI ingest of a real five-minute storm, from a socket to typed facts, next to other clients and to the minimum of any client (finding
// CRLF CRLF). Also checks that names stay intact at every cut of the bytes.
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';
import type { Contender, Result } from '../harness.ts';
import { figuresTable, progress, race, ratio } from '../harness.ts';
import { SCANNER, readFacts, scan, startReplay, toFacts } from '../ingest.ts';
import { peers } from '../peers.ts';
import { TRANSCRIPTS, transcript } from '../../lab/transcripts.ts';
import { STORM, chunks } from '../transcripts.ts';

const ROUNDS = 5;
const OURS = 'ringside, to facts';

const facts = (parts: readonly Buffer[]): string => {
  const found: PbxFact[] = [];
  const take = toFacts((fact) => found.push(fact));
  for (const part of parts) take(part.toString('latin1'));
  return JSON.stringify(found);
};

/** Checks that every transcript gives the same facts when cut into pieces of many sizes, including single bytes. */
const sameAtEveryCut = (): boolean => {
  for (const name of TRANSCRIPTS) {
    const bytes = transcript(name).subarray(0, 200_000);
    const whole = facts([bytes]);
    for (const size of [1, 2, 3, 7, 61, 1021]) {
      if (size < 7 && bytes.length > 60_000) continue;
      if (facts(chunks(bytes, size)) !== whole) return false;
    }
  }
  return true;
};

export const measure = async (): Promise<Result[]> => {
  const replay = await startReplay(STORM);
  const contenders: Contender[] = [
    replay.contender(SCANNER, scan),
    replay.contender(OURS, (port) => readFacts(port, () => undefined)),
    ...peers().map((peer) => replay.contender(peer.name, (port) => peer.read(port))),
  ];
  progress(`${replay.events.toLocaleString('en')} events a round`);
  const figures = await race(contenders, ROUNDS);
  replay.stop();
  console.log(figuresTable(figures, 'event'));
  const results: Result[] = [
    { name: SCANNER, aim: 1.8, text: '≤ 1.8 ×' },
    { name: 'asterisk.io', aim: 1 / 5, text: '≤ 1/5' },
    { name: 'asterisk-manager', aim: 1 / 15, text: '≤ 1/15' },
  ].map(({ name, aim, text }) => {
    const times = ratio(figures, OURS, name);
    if (Number.isNaN(times))
      return { goal: 'G1', what: `CPU per event, of ${name}`, reached: 'not installed', aim: text, met: null };
    const reached = times < 1 ? `1/${(1 / times).toFixed(1)}` : `${times.toFixed(2)} ×`;
    return { goal: 'G1', what: `CPU per event, of ${name}`, reached, aim: text, met: times <= aim };
  });
  const whole = sameAtEveryCut();
  results.push({
    goal: 'G1',
    what: 'names whole at every cut of the bytes',
    reached: whole ? 'yes' : 'no',
    aim: 'yes',
    met: whole,
  });
  return results;
};
