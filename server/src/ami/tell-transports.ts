// The transports that a PBX has. AMI has no question for them: a command has, and pjsip.conf, which knows those to come as well.
import { decodeUtf8 } from '@ringside/core/ami/clean.ts';
import { TRANSPORTS, TRANSPORTS_ALONE, encodeConfigAction } from '@ringside/core/ami/config-action.ts';
import { readConfig } from '@ringside/core/ami/read-config.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import { transportKind } from '@ringside/core/base/line-transports.ts';
import type { PbxTransport } from '@ringside/core/base/line-transports.ts';
import type { Connection } from './connection.ts';

type Fields = Readonly<Record<string, string>>;

const ask = (connection: Connection, name: string, fields: Fields): Promise<{ reply: AmiReply; block: string }> =>
  new Promise((resolve, failed) =>
    connection.write((id) => encodeConfigAction(name, id, fields), {
      done: (reply, block) => resolve({ reply, block }),
      failed,
    }),
  );

const transport = (name: string, protocol: string): readonly PbxTransport[] => {
  const kind = transportKind(protocol);
  return kind === null ? [] : [{ name, kind }];
};

/** `Output: Transport:  transport-tcp             tcp      0      0  0.0.0.0:5060`; above them stands what the columns are. */
const ROW = /^Output: Transport: +([^\s<]+) +([a-z]+) +\d+ +\d+ /gm;

/** In the order of their names. */
export const tellTransports = async (connection: Connection): Promise<readonly PbxTransport[]> => {
  const byName = (all: readonly PbxTransport[]): readonly PbxTransport[] =>
    all.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const running = await ask(connection, 'Command', { Command: TRANSPORTS });
  const text = decodeUtf8(running.block);
  if (running.reply.success && !text.includes('No such command')) {
    return byName([...text.matchAll(ROW)].flatMap(([, name = '', protocol = '']) => transport(name, protocol)));
  }
  const { reply, block } = await ask(connection, 'GetConfig', TRANSPORTS_ALONE);
  if (!reply.success) return [];
  return byName(
    readConfig(block).flatMap(({ name, lines }) =>
      // One that says no protocol is UDP.
      lines.some((line) => line.name === 'type' && line.value === 'transport')
        ? transport(name, lines.findLast((line) => line.name === 'protocol')?.value ?? 'udp')
        : [],
    ),
  );
};
