import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventOf } from './block.ts';
import { decodeEvent } from './decode.ts';
import { createFramer } from './frame.ts';
import { isUnwanted } from './unwanted.ts';

const FOLDER = new URL('../../../lab/transcripts/', import.meta.url);

it.each(readdirSync(FOLDER).filter((file) => file.endsWith('.ami')))(
  '%s: nothing that makes a fact is unwanted',
  (file) => {
    createFramer({
      greeting: () => undefined,
      overlong: () => undefined,
      block: (block) => {
        if (isUnwanted(block)) expect(decodeEvent(eventOf(block), block), block).toBeNull();
      },
    }).push(readFileSync(new URL(file, FOLDER), 'latin1'));
  },
);

it.each<[string, string[], boolean]>([
  ['a variable of no use', ['Event: VarSet', 'Variable: SIPDOMAIN', 'Value: x'], true],
  ['a variable that is wanted', ['Event: VarSet', 'Variable: QUEUESTATUS', 'Value: FULL'], false],
  ['one that begins like it', ['Event: VarSet', 'Variable: RTPAUDIOQOSLOSS', 'Value: x'], true],
  ['a variable without a name', ['Event: VarSet', 'Value: x'], false],
  ['a value that looks like a header', ['Event: VarSet', 'Variable: RTPAUDIOQOS', 'Value: Variable: X'], false],
  ['a step that runs a queue', ['Event: Newexten', 'Application: Queue', 'AppData: q'], false],
  ['any other step', ['Event: Newexten', 'Application: QueueLog', 'AppData: q'], true],
  ['any other event', ['Event: Newstate', 'Variable: X', 'Application: X'], false],
  ['a response', ['Response: Success', 'Variable: X'], false],
])('%s', (_, lines, unwanted) => expect(isUnwanted(lines.join('\r\n'))).toBe(unwanted));
