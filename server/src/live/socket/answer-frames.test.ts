import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { framesOfAnswer } from './answer-frames.ts';

const answer = {
  texts: ['{"Type":4}', '{"Event":"QueueMember"}', '{"Event":"QueueEntry"}', '{"EventList":"Complete"}'],
  takesActionId: [0, 3],
};

/** Returns the texts of complete, unmasked frames. */
const read = (buffers: readonly Buffer[]): string[] => {
  const all = Buffer.concat(buffers);
  const texts: string[] = [];
  for (let at = 0; at < all.length;) {
    const short = all[at + 1]! & 0x7f;
    const length = short === 126 ? all.readUInt16BE(at + 2) : short;
    const start = at + (short === 126 ? 4 : 2);
    const body = all.subarray(start, start + length);
    const compressed = (all[at]! & 0x40) !== 0;
    texts.push(String(compressed ? inflateRawSync(Buffer.concat([body, Buffer.from([0, 0, 0xff, 0xff])])) : body));
    at = start + length;
  }
  return texts;
};
const messages = (buffers: readonly Buffer[]): unknown[] =>
  read(buffers).flatMap((text) => JSON.parse(text) as unknown);

it.each([
  { batch: true, compress: true },
  { batch: true, compress: false },
  { batch: false, compress: false },
])('puts the ActionID of each request into the first and last message (%j)', (style) => {
  const frames = framesOfAnswer(answer);
  const plain = answer.texts.map((text) => JSON.parse(text) as unknown);
  expect(messages(frames(style, null))).toEqual(plain);
  for (const actionId of ['a', 'b "quoted"'])
    expect(messages(frames(style, actionId))).toEqual([
      { Type: 4, ActionID: actionId },
      plain[1],
      plain[2],
      { EventList: 'Complete', ActionID: actionId },
    ]);
});

it('frames the messages without an ActionID once per style', () => {
  const frames = framesOfAnswer(answer);
  const style = { batch: true, compress: true };
  const [first, second] = [frames(style, 'a'), frames(style, 'b')];
  expect(first.filter((buffer) => second.includes(buffer))).toHaveLength(1);
  expect(frames(style, null)).toBe(frames(style, null));
});
