import { expect, it } from 'vitest';
import { TRANSCRIPTS, transcript } from '../../../lab/transcripts.ts';
import { eventOf } from './block.ts';
import { decodeEvent } from './decode.ts';
import { createFramer } from './frame.ts';
import { isUnwanted } from './decode.ts';

it.each(TRANSCRIPTS)('%s: never skips a block that makes a fact', (name) => {
  createFramer({
    greeting: () => undefined,
    overlong: () => undefined,
    block: (block) => {
      if (isUnwanted(block)) expect(decodeEvent(eventOf(block), block), block).toBeNull();
    },
  }).push(transcript(name).toString('latin1'));
});

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
