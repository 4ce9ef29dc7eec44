// Finds the agent that a `queue_log` line names. The log has the member's name, or their interface at that time. Reports show one
// row per person, so this module checks the administrator's aliases, names, subscribers and the extension at the end.
import type { LoggedAgent } from '@ringside/core/calls/logged-presence.ts';
import type { AgentSighting, NamedAgent } from './queue-log-queries.ts';

/** Returns the extension: `SIP/101`, `Local/101@agents/n` and `PJSIP/acme-101` have the same one. A bare number may be a name. */
const extensionOf = (text: string): string | null => {
  const match = /^([A-Za-z0-9]+)\/(?:[a-z][a-z0-9-]*-)?(\d{2,8})(?:@.*)?$/.exec(text);
  // `Agent/101` is an agent number, which may differ from the extension.
  return match === null || match[1]?.toLowerCase() === 'agent' ? null : (match[2] ?? null);
};

interface KnownAgents {
  /** Members seen on the PBX. For repeated names, the latest comes last. */
  readonly seen: readonly NamedAgent[];
  /** The console's lines on the PBX. */
  readonly phones: readonly NamedAgent[];
  /** The administrator's aliases: interface or name by the text in the log. */
  readonly aliases: ReadonlyMap<string, string>;
  /** When and where each name used which interface, for names with several interfaces. */
  readonly sightings?: readonly AgentSighting[];
}

type AgentReader = (text: string, at?: number, queue?: string) => LoggedAgent;

/**
 * Returns a function that finds the interface of a name at a time: sightings in the same queue first, then the nearest one, the earlier of
 * two.
 */
const createPhoneFinder = (sightings: readonly AgentSighting[]) => {
  const byName = Map.groupBy(sightings, (s) => s.name);
  const away = (s: AgentSighting, at: number): number => (at < s.from ? s.from - at + 0.5 : at > s.to ? at - s.to : 0);
  return (name: string, at: number, queue: string): string | null => {
    const all = byName.get(name) ?? [];
    const own = all.filter((s) => s.queue === queue);
    let best: AgentSighting | null = null;
    for (const s of own.length > 0 ? own : all) if (best === null || away(s, at) < away(best, at)) best = s;
    return best?.interface ?? null;
  };
};

export const createAgentReader = ({ seen, phones, aliases, sightings = [] }: KnownAgents): AgentReader => {
  const phoneAt = createPhoneFinder(sightings);
  const byName = new Map<string, string>();
  const byInterface = new Map<string, string>();
  const byExtension = new Map<string, Set<string>>();
  // Members that the PBX reported override configured lines.
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
  return (text, at = Infinity, queue = '') => {
    const then = at === Infinity ? null : phoneAt(text, at, queue);
    if (then !== null && !aliases.has(text)) return { interface: then, name: text };
    const alias = aliases.get(text);
    if (alias !== undefined) return known(alias) ?? { interface: alias, name: alias };
    const found = known(text);
    if (found !== null) return found;
    // If two customers have the same extension, the agent is ambiguous.
    const [only, other] = byExtension.get(extensionOf(text) ?? '') ?? [];
    if (only !== undefined && other === undefined) return known(only) ?? { interface: only, name: only };
    return { interface: text, name: text };
  };
};

/** Parses `text in the log = agent`, one per line. Returns `null` if a line is invalid. */
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
