// Reads an object as Asterisk reports it.
import { decodeUtf8 } from '@ringside/core/asterisk/clean.ts';
import { MUSIC_FILES, encodeConfigAction } from '@ringside/core/asterisk/config-action.ts';
import { isPermissionDenied } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import type { ReportedMessage } from '@ringside/core/pbx/compare-reported.ts';
import { isIdentification, isRegistration } from '@ringside/core/pbx/dialplan/flow-names.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { refusalOf } from './config-refused.ts';
import type { Connection } from './connection.ts';

const headersOf = (block: string): ReportedMessage =>
  Object.fromEntries(
    decodeUtf8(block)
      .split('\r\n')
      .map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()]),
  );

interface Answer {
  readonly reply: AmiReply;
  readonly block: string;
  readonly items: readonly ReportedMessage[];
}

const ask = (
  connection: Pick<Connection, 'write'>,
  name: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> =>
  new Promise((resolve, failed) => {
    const items: ReportedMessage[] = [];
    connection.write((id) => encodeConfigAction(name, id, fields), {
      item: (_, block) => void items.push(headersOf(block)),
      done: (reply, block) => resolve({ reply, block, items }),
      failed,
    });
  });

/** Returns the listed items, empty if there are none. @throws ConfigRefused when the login lacks the permission. */
const list = async (
  connection: Pick<Connection, 'write'>,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<readonly ReportedMessage[]> => {
  const { reply, items } = await ask(connection, name, fields);
  if (isPermissionDenied(reply)) throw refusalOf(reply, name);
  return items;
};

const queue = (connection: Pick<Connection, 'send'>, name: string): Promise<readonly ReportedMessage[]> =>
  new Promise((resolve, failed) => {
    const messages: ReportedMessage[] = [];
    const item = (_: unknown, block: string): void => void messages.push(headersOf(block));
    connection.send('QueueStatus', { Queue: name }, { item, done: () => resolve(messages), failed });
  });

/** Batch size: each voicemail box costs one request, and a tenant has as many boxes as lines. */
const AT_ONCE = 100;

const withPins = async (
  connection: Pick<Connection, 'write'>,
  boxes: readonly ReportedMessage[],
): Promise<readonly ReportedMessage[]> => {
  const known: ReportedMessage[] = [];
  for (let i = 0; i < boxes.length; i += AT_ONCE) {
    const some = boxes.slice(i, i + AT_ONCE).map(async (box): Promise<ReportedMessage> => {
      const place = `${box['VoiceMailbox'] ?? ''}@${box['VMContext'] ?? ''}`;
      // Boxes from the PBX's own files in the same context may have any name.
      if (!/^[0-9]{2,10}@/.test(place)) return box;
      const { block } = await ask(connection, 'Getvar', { Variable: `VM_INFO(${place},password)` });
      return { ...box, Password: headersOf(block)['Value'] ?? '' };
    });
    known.push(...(await Promise.all(some)));
  }
  return known;
};

/** `null` if the login lacks the class that lists voicemail boxes. */
const boxes = async (connection: Connection, context: string): Promise<readonly ReportedMessage[] | null> => {
  const { reply, items } = await ask(connection, 'VoicemailUsersList', {});
  return reply.success
    ? withPins(
        connection,
        items.filter((each) => each['VMContext'] === context),
      )
    : null;
};

/** Returns the files of each music class by name; `null` if the login lacks class `command` or the PBX has no music. */
export const musicFiles = async (
  connection: Pick<Connection, 'write'>,
): Promise<ReadonlyMap<string, readonly string[]> | null> => {
  const { reply, block } = await ask(connection, 'Command', { Command: MUSIC_FILES });
  if (!reply.success || block.includes('No such command')) return null;
  const classes = new Map<string, string[]>();
  let files: string[] = [];
  for (const [, what, name = ''] of decodeUtf8(block).matchAll(/^Output:\s*(Class|File): (.*?)\r?$/gm)) {
    if (what === 'File') files.push(name);
    else classes.set(name, (files = []));
  }
  return classes;
};

const music = async (connection: Connection, name: string): Promise<readonly ReportedMessage[] | null> =>
  (await musicFiles(connection))?.get(name)?.map((File) => ({ Event: 'MusicFile', File })) ?? null;

const pjsip = async (connection: Connection, name: string): Promise<readonly ReportedMessage[]> => {
  if (isRegistration(name)) {
    const all = await list(connection, 'PJSIPShowRegistrationsOutbound');
    return all.filter((each) => each['ObjectName'] === name);
  }
  // Asterisk lists `identify` sections with their endpoint.
  const Endpoint = isIdentification(name) ? name.slice(0, name.lastIndexOf('.')) : name;
  return list(connection, 'PJSIPShowEndpoint', { Endpoint });
};

const objectReaders: Readonly<
  Record<PbxObjectKind, (connection: Connection, name: string) => Promise<readonly ReportedMessage[] | null>>
> = {
  pjsip,
  queue,
  voicemail: boxes,
  music,
  dialplan: (connection, Context) => list(connection, 'ShowDialPlan', { Context }),
};

/** Returns the object message by message; `null` if it does not exist or the login lacks the class for boxes or music. */
export const readPbxObject = async (
  connection: Connection,
  kind: PbxObjectKind,
  name: string,
): Promise<readonly ReportedMessage[] | null> => {
  const messages = await objectReaders[kind](connection, name);
  return messages === null || messages.length === 0 ? null : messages;
};
