import { expect, it } from 'vitest';
import { createAudience, type Listener } from './audience.ts';

/** Returns the messages of uncompressed frames with less than 126 bytes. */
const read = (frames: readonly Buffer[]): unknown[] => {
  const all = Buffer.concat(frames);
  const found: unknown[] = [];
  for (let at = 0; at < all.length; at += 2 + all[at + 1]!)
    found.push(JSON.parse(all.subarray(at + 2, at + 2 + all[at + 1]!).toString()));
  return found;
};

const fail = (error: unknown): never => {
  throw error;
};

const create = () => {
  const audience = createAudience({ reach: 'platform' }, () => 1, fail);
  const written: unknown[] = [];
  const listener: Listener = {
    ...{ batch: false, compress: false },
    write: (frames, snapshot) => void written.push(...read(frames).map((m) => [m, snapshot])),
  };
  audience.listeners.add(listener);
  return { audience, listener, written };
};

it('writes an answer in parts, lets other work run between them, and keeps later events until its end', async () => {
  const { audience, listener, written } = create();
  let hasOtherWorkRun = false;
  audience.ask({
    ...{ listener, key: 'all', actionId: 'a' },
    *answer() {
      setImmediate(() => {
        hasOtherWorkRun = true;
        audience.push(['"after"']);
      });
      yield { texts: ['"one"', '{"Type":4}'], takesActionId: [1] };
      expect(hasOtherWorkRun).toBe(true);
      yield { texts: ['"two"'], takesActionId: [] };
    },
  });
  audience.push(['"before"']);
  await expect.poll(() => written).toHaveLength(5);
  expect(written).toEqual([
    ['before', false],
    ['one', true],
    [{ Type: 4, ActionID: 'a' }, true],
    ['two', true],
    ['after', false],
  ]);
});

it('makes the answer to equal questions once', async () => {
  const { audience, listener, written } = create();
  let made = 0;
  for (const actionId of ['a', 'b'])
    audience.ask({
      ...{ listener, key: 'all', actionId },
      answer: () => {
        made++;
        return [{ texts: ['{"Type":4}'], takesActionId: [0] }];
      },
    });
  await expect.poll(() => written).toHaveLength(2);
  expect(written).toEqual([
    [{ Type: 4, ActionID: 'a' }, true],
    [{ Type: 4, ActionID: 'b' }, true],
  ]);
  expect(made).toBe(1);
});

it('releases a listener after its events, with its unanswered questions, and keeps those of other listeners', async () => {
  const { audience, listener, written } = create();
  const heard: unknown[] = [];
  const other: Listener = { batch: false, compress: false, write: (frames) => void heard.push(...read(frames)) };
  audience.listeners.add(other);
  const question = (of: Listener, actionId: string) => ({
    ...{ listener: of, key: 'all', actionId },
    answer: () => [{ texts: ['{"Type":4}'], takesActionId: [0] }],
  });
  audience.push(['"before"']);
  audience.ask(question(listener, 'mine'));
  audience.ask(question(other, 'other'));
  expect(audience.release(listener).map(({ actionId }) => actionId)).toEqual(['mine']);
  expect(written).toEqual([['before', false]]);
  audience.push(['"after"']);
  await expect.poll(() => heard).toEqual(['before', 'after', { Type: 4, ActionID: 'other' }]);
  expect(written).toHaveLength(1);
});

it('releases a listener in the middle of an answer with the question, so that it can be asked again', async () => {
  const { audience, listener, written } = create();
  const released = Promise.withResolvers<readonly (string | null)[]>();
  audience.ask({
    ...{ listener, key: 'all', actionId: 'a' },
    *answer() {
      yield { texts: ['"one"'], takesActionId: [] };
      released.resolve(audience.release(listener).map(({ actionId }) => actionId));
      yield { texts: ['"two"'], takesActionId: [] };
    },
  });
  expect(await released.promise).toEqual(['a']);
  await new Promise(setImmediate);
  expect(written).toEqual([['one', true]]);
});
