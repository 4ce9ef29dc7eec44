// What the login may see and do. Its actions are listed by ListCommands; its `read` line is read back by Getvar of
// AST_CONFIG, which changes nothing and may be unknown to a PBX: then only what events prove is known (core/ami/evidence.ts).
import { ActionRefused } from '@ringside/core/ami/action.ts';
import {
  missingReadClasses,
  missingWriteClasses,
  readClassMissing,
  writeClassMissing,
} from '@ringside/core/ami/manager-user.ts';
import type { LinkProblem } from '@ringside/core/live/link.ts';
import type { Connection } from './connection.ts';

const readLine = async (connection: Connection, username: string): Promise<string> => {
  try {
    const reply = await connection.request('Getvar', { Variable: `AST_CONFIG(manager.conf,${username},read)` });
    return reply.success ? (reply.fields['Value'] ?? '') : '';
  } catch (error) {
    if (error instanceof ActionRefused) return '';
    throw error;
  }
};

/** `bootedSeen`: FullyBooted came, which only class system lets through. @throws LinkFailure when the link ends. */
export const problemsOfPrivileges = async (
  connection: Connection,
  username: string,
  bootedSeen: boolean,
): Promise<readonly LinkProblem[]> => {
  const [commands, read] = await Promise.all([connection.request('ListCommands'), readLine(connection, username)]);
  const noRead = new Set(missingReadClasses(read));
  if (bootedSeen) noRead.delete('system');
  else if (read === '') noRead.add('system');
  const noWrite = commands.success ? missingWriteClasses((action) => Object.hasOwn(commands.fields, action)) : [];
  return [
    ...[...noRead].map((name) => readClassMissing(username, name)),
    ...noWrite.map((name) => writeClassMissing(username, name)),
  ];
};
