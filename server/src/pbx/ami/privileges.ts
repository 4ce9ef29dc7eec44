// Reads what the login may see and do. ListCommands lists its actions. Getvar of AST_CONFIG returns its `read` line without side effects;
// if the PBX does not support it, only events prove read access (core/asterisk/evidence.ts).
import { ActionRefused } from '@ringside/core/asterisk/action.ts';
import {
  missingReadClasses,
  missingWriteClasses,
  readClassMissing,
  writeClassMissing,
} from '@ringside/core/asterisk/manager-user.ts';
import type { LinkProblem } from '@ringside/core/asterisk/link.ts';
import { capabilitiesOf } from '@ringside/core/live/pbx-vitals.ts';
import type { Capability } from '@ringside/core/live/pbx-vitals.ts';
import type { Connection } from './connection.ts';

const readLine = async (connection: Pick<Connection, 'request'>, username: string): Promise<string> => {
  try {
    const reply = await connection.request('Getvar', { Variable: `AST_CONFIG(manager.conf,${username},read)` });
    return reply.success ? (reply.fields['Value'] ?? '') : '';
  } catch (error) {
    if (error instanceof ActionRefused) return '';
    throw error;
  }
};

interface Privileges {
  readonly problems: readonly LinkProblem[];
  /** Capabilities of the login; `null` if it may not list them. */
  readonly capabilities: readonly Capability[] | null;
}

/** `bootedSeen`: FullyBooted arrived, which requires class system. @throws LinkFailure when the link ends. */
export const readPrivileges = async (
  connection: Pick<Connection, 'request'>,
  username: string,
  bootedSeen: boolean,
): Promise<Privileges> => {
  const [commands, read] = await Promise.all([connection.request('ListCommands'), readLine(connection, username)]);
  const noRead = new Set(missingReadClasses(read));
  if (bootedSeen) noRead.delete('system');
  else if (read === '') noRead.add('system');
  const has = (action: string): boolean => Object.hasOwn(commands.fields, action);
  const noWrite = commands.success ? missingWriteClasses(has) : [];
  return {
    problems: [
      ...[...noRead].map((name) => readClassMissing(username, name)),
      ...noWrite.map((name) => writeClassMissing(username, name)),
    ],
    capabilities: commands.success ? capabilitiesOf(has) : null,
  };
};
