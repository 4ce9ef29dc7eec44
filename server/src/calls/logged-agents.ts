// Whom a queue_log means: it writes a member's name, or his interface as it was then. One person is one row of the reports, so
// what is known of him now is asked: what the administrator says, names, lines of the house, and the extension on its end.
import type { LoggedAgent } from '@ringside/core/calls/queue-log-fold.ts';
import type { NamedAgent } from './queue-log-queries.ts';

/** `SIP/101`, `Local/101@agents/n` and `PJSIP/acme-101` end in the same line; a bare number may be anybody's name. */
const extensionOf = (text: string): string | null => {
  const match = /^([A-Za-z0-9]+)\/(?:[a-z][a-z0-9-]*-)?(\d{2,8})(?:@.*)?$/.exec(text);
  // `Agent/101` is the number of an agent, which need not be that of his line.
  return match === null || match[1]?.toLowerCase() === 'agent' ? null : (match[2] ?? null);
};

export interface KnownAgents {
  /** Seen on the PBX, the latest of a name last. */
  readonly seen: readonly NamedAgent[];
  /** Lines of the house on it. */
  readonly phones: readonly NamedAgent[];
  /** By what the log says, as the administrator has it: an interface or a name. */
  readonly aliases: ReadonlyMap<string, string>;
}

export const createAgentReader = ({ seen, phones, aliases }: KnownAgents): ((text: string) => LoggedAgent) => {
  const byName = new Map<string, string>();
  const byInterface = new Map<string, string>();
  const byExtension = new Map<string, Set<string>>();
  // What was seen wins over what is only set up.
  for (const agent of [...phones, ...seen]) {
    const extension = extensionOf(agent.interface);
    if (extension !== null) byExtension.set(extension, (byExtension.get(extension) ?? new Set()).add(agent.interface));
    if (agent.name === '') continue;
    byName.set(agent.name, agent.interface);
    byInterface.set(agent.interface, agent.name);
  }
  const known = (text: string): LoggedAgent | null => {
    const name = byInterface.get(text);
    if (name !== undefined) return { interface: text, name };
    const own = byName.get(text);
    return own === undefined ? null : { interface: own, name: text };
  };
  return (text) => {
    const alias = aliases.get(text);
    if (alias !== undefined) return known(alias) ?? { interface: alias, name: alias };
    const found = known(text);
    if (found !== null) return found;
    // Two customers may have the same extension: then nobody can tell.
    const [only, other] = byExtension.get(extensionOf(text) ?? '') ?? [];
    if (only !== undefined && other === undefined) return known(only) ?? { interface: only, name: only };
    return { interface: text, name: text };
  };
};

/** `what the log says = who it is`, one a line; null when a line is none. */
export const readAliases = (text: string): ReadonlyMap<string, string> | null => {
  const aliases = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [logged, is, more] = line.split('=').map((part) => part.trim());
    if (!logged || !is || more !== undefined) return null;
    aliases.set(logged, is);
  }
  return aliases;
};
