// From what a file holds to what it should hold, as AMI `UpdateConfig` messages. Asterisk reads at most 128 lines of a
// message, and an action whose ActionID lies beyond them is answered without one: it stands second, and a batch ends early.
import { ValueRefused } from './config-file.ts';
import type { ConfigFile, ConfigLine, ConfigSection } from './config-file.ts';

/** One `UpdateConfig` operation. Values starting with `>` are how AMI writes `name => value`. */
export interface ConfigOperation {
  readonly action: 'DelCat' | 'NewCat' | 'Append';
  readonly section: string;
  readonly line: ConfigLine | null;
}

/** Four lines an operation, and five for the action itself: 125 of the 128. */
export const MOST_OPERATIONS = 30;

const FILE = /^[a-z_]{1,40}[0-9]{0,4}\.conf$/;
const ACTION_ID = /^[A-Za-z0-9-]{1,64}$/;

const same = (a: ConfigSection, b: ConfigSection): boolean =>
  a.lines.length === b.lines.length &&
  a.lines.every((l, i) => l.name === b.lines[i]?.name && l.value === b.lines[i].value);

const write = (wanted: ConfigSection): readonly ConfigOperation[] => [
  { action: 'NewCat', section: wanted.name, line: null },
  ...wanted.lines.map((line): ConfigOperation => ({ action: 'Append', section: wanted.name, line })),
];

/**
 * What turns `actual` into `wanted`: sections gone or different are deleted, new and different ones written whole, so that
 * an apply cut off in the middle is mended by the next. Empty when they agree; whether a line is written `=` or `=>` is not
 * compared, as `GetConfig` does not tell.
 */
export const configOperations = (wanted: ConfigFile, actual: readonly ConfigSection[]): readonly ConfigOperation[] => {
  const there = new Map<string, ConfigSection[]>();
  for (const s of actual) there.set(s.name, [...(there.get(s.name) ?? []), s]);
  const names = new Set(wanted.sections.map((s) => s.name));
  const remove = (name: string): ConfigOperation => ({ action: 'DelCat', section: name, line: null });
  const operations: ConfigOperation[] = actual.filter((s) => !names.has(s.name)).map((s) => remove(s.name));
  for (const section of wanted.sections) {
    // A hand may have written a section twice: each goes by an operation of its own.
    const before = there.get(section.name) ?? [];
    if (before.length === 1 && before[0] !== undefined && same(before[0], section)) continue;
    operations.push(...before.map((s) => remove(s.name)), ...write(section));
  }
  return operations;
};

export const operationBatches = (operations: readonly ConfigOperation[]): readonly (readonly ConfigOperation[])[] =>
  Array.from({ length: Math.ceil(operations.length / MOST_OPERATIONS) }, (_, i) =>
    operations.slice(i * MOST_OPERATIONS, (i + 1) * MOST_OPERATIONS),
  );

const operationLines = (operation: ConfigOperation, index: number): readonly string[] => {
  const n = String(index).padStart(6, '0');
  const { action, section, line } = operation;
  const head = [`Action-${n}: ${action}`, `Cat-${n}: ${section}`];
  return line === null
    ? head
    : [...head, `Var-${n}: ${line.name}`, `Value-${n}: ${line.object ? '>' : ''}${line.value}`];
};

/**
 * One batch as the text of an AMI message, to be sent as UTF-8. It does not reload: that follows when all batches are in.
 * @throws ValueRefused when a name is not a plain one, the batch too long, or a line could be read as two
 */
export const encodeUpdate = (file: string, actionId: string, batch: readonly ConfigOperation[]): string => {
  if (!FILE.test(file)) throw new ValueRefused('file', 'shape');
  if (!ACTION_ID.test(actionId)) throw new ValueRefused('actionId', 'shape');
  if (batch.length > MOST_OPERATIONS) throw new ValueRefused('batch', 'too-long');
  const lines = [
    'Action: UpdateConfig',
    `ActionID: ${actionId}`,
    `SrcFilename: ${file}`,
    `DstFilename: ${file}`,
    ...batch.flatMap(operationLines),
  ];
  // Sections found on the PBX were written by others: their names pass here too.
  if (lines.some((l) => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(l))) throw new ValueRefused('batch', 'characters');
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/**
 * Writes `to` over with what `from` holds, which is nothing: the way out of a file that Asterisk cannot read any more, and
 * therefore not change either.
 * @throws ValueRefused when a name is not a plain one
 */
export const encodeOverwrite = (from: string, to: string, actionId: string): string => {
  if (!FILE.test(from) || !FILE.test(to)) throw new ValueRefused('file', 'shape');
  if (!ACTION_ID.test(actionId)) throw new ValueRefused('actionId', 'shape');
  return `Action: UpdateConfig\r\nActionID: ${actionId}\r\nSrcFilename: ${from}\r\nDstFilename: ${to}\r\n\r\n`;
};
