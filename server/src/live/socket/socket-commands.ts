// Reads a command from a socket, runs it on the requested servers and replies with the message of the PBX.
import { readLiveCommand, type LiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import type { Language } from '@ringside/core/contract/text.ts';
import { errorMap } from '@ringside/core/contract/wording.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { faultText, Refusal } from '../../platform/caller/refusal.ts';
import { serversFor } from '../answers.ts';
import type { RunCommand } from '../commands/commands.ts';
import type { Hub } from '../hub.ts';
import { serverIdOf, type SocketMessage } from './socket-message.ts';

const MOST_RUNNING = 8;

/** Returns the text of a refusal for the socket. */
const wordsOf = (error: unknown, language: Language): string => {
  if (!(error instanceof Refusal)) return 'The console failed to do it';
  const faults = error.errors.map((fault) => `${fault.path}: ${faultText(fault, language)}`);
  return error.detail || faults.join(' ') || error.message;
};

interface SocketCommandParts {
  readonly hub: Pick<Hub, 'state'>;
  readonly run: RunCommand;
  readonly reply: (m: SocketMessage, fields: SocketMessage) => void;
  readonly onError: (error: unknown) => void;
}

/** Returns a function that runs a command. It resolves after all replies and never rejects because of a refusal. */
export const createSocketCommands = (
  parts: SocketCommandParts,
): ((m: SocketMessage, caller: Caller) => Promise<void>) => {
  const { hub, run, reply, onError } = parts;
  let running = 0;
  const refuse = (m: SocketMessage, text: string): void => reply(m, { Response: 'Error', Message: text });

  const runOn = async (who: Caller, serverId: number, command: LiveCommand) => {
    try {
      const { message, confirmed, space } = await run(who, serverId, command);
      const seen = { Confirmed: String(confirmed), ...(space === null ? {} : { ParkingSpace: space }) };
      return { unknown: false, fields: { server_id: serverId, Response: 'Success', Message: message, ...seen } };
    } catch (error) {
      if (!(error instanceof Refusal)) onError(error);
      const unknown = error instanceof Refusal && error.code === 'not-found';
      return { unknown, fields: { server_id: serverId, Response: 'Error', Message: wordsOf(error, who.language) } };
    }
  };

  return async (m, who) => {
    const parsed = readLiveCommand(m, errorMap(who.language));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return refuse(m, issue === undefined ? 'Not a command' : `${issue.path.join('.')}: ${issue.message}`);
    }
    const servers = serversFor(hub.state, who.viewer, serverIdOf(m));
    if (servers.length === 0) return refuse(m, 'No such server');
    if (running >= MOST_RUNNING) return refuse(m, 'Too many commands at once');
    running++;
    try {
      const done = await Promise.all(servers.map((serverId) => runOn(who, serverId, parsed.data)));
      // Servers that do not have the queue, agent or call send no reply if another server has it.
      const meant = done.filter((d) => !d.unknown);
      for (const { fields } of meant.length > 0 ? meant : done.slice(0, 1)) reply(m, fields);
    } finally {
      running--;
    }
  };
};
