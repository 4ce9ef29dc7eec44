// Computes the AMI `UpdateConfig` messages that turn a file's content into the desired content. Asterisk reads at most 128 lines of a
// message and answers without an ActionID if it lies beyond them. The ActionID is therefore second and batches are short.
import { ValueRefused } from './config-file.ts';
import type { ConfigFile, ConfigLine, ConfigSection } from './config-file.ts';

/** One `UpdateConfig` operation. In AMI a value that starts with `>` writes `name => value`. */
export interface ConfigOperation {
  readonly action: 'DelCat' | 'NewCat' | 'Append';
  readonly section: string;
  readonly line: ConfigLine | null;
}

/** Four lines per operation and five for the action: 125 of the 128. */
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
 * Returns the operations that turn `actual` into `wanted`. Extra and changed sections are deleted, new and changed sections are written
 * whole, so the next run completes an interrupted update. Empty when they are equal. `=` and `=>` compare as equal, because `GetConfig`
 * does not distinguish them.
 */
export const configOperations = (wanted: ConfigFile, actual: readonly ConfigSection[]): readonly ConfigOperation[] => {
  const there = new Map<string, ConfigSection[]>();
  for (const s of actual) there.set(s.name, [...(there.get(s.name) ?? []), s]);
  const names = new Set(wanted.sections.map((s) => s.name));
  const remove = (name: string): ConfigOperation => ({ action: 'DelCat', section: name, line: null });
  const operations: ConfigOperation[] = actual.filter((s) => !names.has(s.name)).map((s) => remove(s.name));
  for (const section of wanted.sections) {
    // A manual edit may contain a section twice. Each copy needs its own operation.
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
 * Encodes one batch as the text of an AMI message, to be sent as UTF-8. Does not reload; that follows after all batches.
 * @throws ValueRefused for an invalid name, a batch that is too long, or a line that could be read as two
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
  // Section names found on the PBX server were written by others and pass here too.
  if (lines.some((l) => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(l))) throw new ValueRefused('batch', 'characters');
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/**
 * Encodes an action that overwrites `to` with the empty file `from`. Recovers a file that Asterisk cannot parse and therefore cannot
 * change.
 * @throws ValueRefused for an invalid name
 */
export const encodeOverwrite = (from: string, to: string, actionId: string): string => {
  if (!FILE.test(from) || !FILE.test(to)) throw new ValueRefused('file', 'shape');
  if (!ACTION_ID.test(actionId)) throw new ValueRefused('actionId', 'shape');
  return `Action: UpdateConfig\r\nActionID: ${actionId}\r\nSrcFilename: ${from}\r\nDstFilename: ${to}\r\n\r\n`;
};
