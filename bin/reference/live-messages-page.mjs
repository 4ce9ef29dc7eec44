// The page of live events and commands: kinds from event.ts, fields from generated events, commands from the contract.
import fc from 'fast-check';
import ts from 'typescript';
import { code, codes, parseFile, table, walk } from './table.mjs';

const EVENT = 'core/src/live/event.ts';

const plain = (comment) =>
  comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the kinds of `LiveEvent` with their doc comments, and the AMI events of the kinds that have several. */
const readKinds = () => {
  const source = parseFile(EVENT);
  const aliases = new Map();
  walk(source, (node) => {
    if (ts.isTypeAliasDeclaration(node)) aliases.set(node.name.text, node.type);
  });
  return aliases.get('LiveEvent').types.map((member) => {
    const text = member.getText();
    const kind = /readonly kind: '([a-z-]+)'/.exec(text)?.[1];
    // A comment precedes the `|` before the member, so it follows the previous member.
    const before = source.text.slice(Math.max(0, member.pos - 400), member.getStart());
    const comment = /\/\*\*(?:(?!\*\/)[^])*\*\/\s*\|?\s*$/.exec(before)?.[0] ?? '';
    const cause = /readonly cause: (\w+);/.exec(text)?.[1];
    const causes = cause === undefined ? null : aliases.get(cause).types.map(({ literal }) => literal.text);
    return { kind, meaning: plain(comment.replace(/\s*\|?\s*$/, '')), causes };
  });
};

/** Returns the messages of each kind, and the fields of the messages, from random events with a fixed seed. */
const readMessages = async (kinds) => {
  const { anyEvent } = await import('../../core/src/live/testing/arbitrary-event.ts');
  const { toWire } = await import('@ringside/core/live/wire.ts');
  const byKind = new Map(kinds.map(({ kind, causes }) => [kind, new Set(causes ?? [])]));
  const fields = new Map();
  for (const event of fc.sample(anyEvent, { seed: 1, numRuns: 3000 })) {
    const { causes } = kinds.find(({ kind }) => kind === event.kind);
    for (const message of toWire(event)) {
      const name = message.Event ?? `Response (${event.kind})`;
      byKind.get(event.kind).add(name);
      const names = causes === null ? code(name) : codes(causes);
      const known = fields.get(names) ?? new Set();
      for (const key of Object.keys(message)) known.add(key);
      fields.set(names, known);
    }
  }
  return { byKind, fields };
};

const COMMON = new Set(['Type', 'server_id', 'Event', 'At']);

export const liveMessagesPage = async () => {
  const { LiveCommand } = await import('@ringside/core/contract/live/live-commands.ts');
  const kinds = readKinds();
  const { byKind, fields } = await readMessages(kinds);
  const events = kinds.map(({ kind, meaning }) => [code(kind), codes([...byKind.get(kind)]), meaning]);
  const messages = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const commands = LiveCommand.options.map(({ shape }) => {
    const { action, ...rest } = shape;
    const names = (isOptional) =>
      codes(Object.keys(rest).filter((name) => (rest[name].safeParse(undefined).success === true) === isOptional));
    return [code(action.value), names(false), names(true)];
  });
  return `# Live messages and commands

For developers of clients. This page lists the messages of the [live socket](realtime.md) and the commands that it accepts.
[Live actions](live-actions.md) explains what each command does.

## Events

Each event becomes one or more messages.

${table(['event', 'messages', 'meaning'], events)}

## Fields of the messages

Every message also has \`Type\` and \`server_id\`. Events also have \`Event\` and \`At\` (when the console received it, epoch milliseconds). A
message omits fields that do not apply.

${table(
  ['message', 'fields'],
  messages.map(([name, keys]) => [name, codes([...keys].filter((key) => !COMMON.has(key)))]),
)}

## Commands

${table(['action', 'required fields', 'optional fields'], commands)}
`;
};
