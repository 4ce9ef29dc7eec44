// Reads the transports of a PBX. AMI has no action for them, so this uses a CLI command, or pjsip.conf, which also has transports that are
// not loaded yet.
import { decodeUtf8 } from '@ringside/core/asterisk/clean.ts';
import { TRANSPORTS, TRANSPORTS_ALONE, encodeConfigAction } from '@ringside/core/asterisk/config-action.ts';
import { readConfig } from '@ringside/core/asterisk/read-config.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import { transportKind } from '@ringside/core/pbx/options/line-transports.ts';
import type { PbxTransport } from '@ringside/core/pbx/options/line-transports.ts';
import type { Connection } from './connection.ts';

type Fields = Readonly<Record<string, string>>;

const ask = (
  connection: Pick<Connection, 'write'>,
  name: string,
  fields: Fields,
): Promise<{ reply: AmiReply; block: string }> =>
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

/** Matches `Output: Transport:  transport-tcp             tcp      0      0  0.0.0.0:5060`. The rows above are column headings. */
const ROW = /^Output: Transport: +([^\s<]+) +([a-z]+) +\d+ +\d+ /gm;

/** Returns the transports in the order of their names. */
export const listTransports = async (connection: Pick<Connection, 'write'>): Promise<readonly PbxTransport[]> => {
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
      // A transport without a protocol is UDP.
      lines.some((line) => line.name === 'type' && line.value === 'transport')
        ? transport(name, lines.findLast((line) => line.name === 'protocol')?.value ?? 'udp')
        : [],
    ),
  );
};
