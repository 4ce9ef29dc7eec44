// Renders the feature codes of agents: log in and out of queues, pause with a reason, resume. The channel identifies the agent, never the
// dialed digits.
import { FEATURE_CODES } from './options/feature-codes.ts';
import { section } from '../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import { extensionLines, wholeWithin } from './dialplan/dialplan-lines.ts';
import { endpointName } from './phone-sections.ts';
import type { WantedQueue } from './wanted.ts';

interface AgentCodes {
  /** Extensions of the tenant's own context. */
  readonly doors: readonly ConfigLine[];
  readonly sections: readonly ConfigSection[];
}

const NONE: AgentCodes = { doors: [], sections: [] };
const OWN = 'PJSIP/${CHANNEL(endpoint)}';
const ONLY_PHONES = 'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?away)';
const PLAIN = /^[A-Za-z0-9_-]{1,32}$/;

/** A longer reason does not fit into a line. It gets no code but can be chosen in the console. */
const LONGEST = 190;
/** Includes the extension before it. */
const LONGEST_STEP = 190;

/** Encodes user input as letters, digits and percent signs. Asterisk decodes it as text and does not evaluate it again. */
const asText = (value: string): string | null => {
  if (PLAIN.test(value)) return value;
  if (/\p{Cs}/u.test(value)) return null;
  const encoded = encodeURIComponent(value).replace(
    /[!'()*~]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.length > LONGEST ? null : `\${URIDECODE(${encoded})}`;
};

const playSteps = (sound: string): readonly string[] => [`Playback(${sound})`, '(away)Hangup()'];

/** Returns the queues of each line, by extension. */
const queuesOf = (
  queues: readonly WantedQueue[],
  names: ReadonlyMap<string, string>,
  kind: 'dynamic' | 'any',
): ReadonlyMap<string, readonly { readonly queue: WantedQueue; readonly penalty: number }[]> => {
  const byLine = new Map<string, { queue: WantedQueue; penalty: number }[]>();
  for (const queue of queues) {
    for (const member of queue.members) {
      if (!names.has(member.extension) || (kind === 'dynamic' && member.kind !== 'dynamic')) continue;
      byLine.set(member.extension, [...(byLine.get(member.extension) ?? []), { queue, penalty: member.penalty }]);
    }
  }
  return byLine;
};

/** Names a member as the PBX server's own files do. The phone supplies a name that is too long for the dialplan line. */
const loginStep = (code: string, queue: WantedQueue, name: string, extension: string, penalty: number): string => {
  const rung = wholeWithin('penalty', penalty, 0, 1000);
  const step = (shown: string): string =>
    `AddQueueMember(${queue.name},PJSIP/${endpointName(code, extension)},${rung},,${shown})`;
  const named = asText(name);
  return named === null || step(named).length > LONGEST_STEP ? step('${CALLERID(name)}') : step(named);
};

type Agents = readonly (readonly [string, readonly { readonly queue: WantedQueue; readonly penalty: number }[]])[];

/** Renders login and logout of each agent's own queues. */
const shifts = (code: string, agents: Agents, names: ReadonlyMap<string, string>): AgentCodes => {
  if (agents.length === 0) return NONE;
  const [login, logout] = [`${code}-login`, `${code}-logout`];
  const ofEach = (name: string, steps: (of: Agents[number][1], extension: string) => readonly string[]) =>
    section(
      name,
      agents.flatMap(([extension, of]) =>
        extensionLines(endpointName(code, extension), [...steps(of, extension), 'Return()']),
      ),
    );
  const toAll = (name: string, sound: string): readonly string[] => [
    ONLY_PHONES,
    `GotoIf($[\${DIALPLAN_EXISTS(${name},\${CHANNEL(endpoint)},1)} = 0]?away)`,
    'Answer()',
    `Gosub(${name},\${CHANNEL(endpoint)},1)`,
    ...playSteps(sound),
  ];
  return {
    doors: [
      ...extensionLines(FEATURE_CODES.login, toAll(login, 'agent-loginok')),
      ...extensionLines(FEATURE_CODES.logout, toAll(logout, 'agent-loggedoff')),
    ],
    sections: [
      ofEach(login, (of, extension) =>
        of.map(({ queue, penalty }) => loginStep(code, queue, names.get(extension) ?? '', extension, penalty)),
      ),
      ofEach(logout, (of, extension) =>
        of.map(({ queue }) => `RemoveQueueMember(${queue.name},PJSIP/${endpointName(code, extension)})`),
      ),
    ],
  };
};

/** A call center without pause reasons lets agents pause without one. */
const reasonsSection = (name: string, codes: readonly string[]): ConfigSection =>
  section(name, [
    ...(codes.length === 0 ? extensionLines('none', ['Return(free)']) : []),
    ...codes.flatMap((reason, i) => {
      const text = asText(reason);
      return text === null ? [] : extensionLines(String(i + 1), [`Set(RINGSIDE_WHY=${text})`, 'Return()']);
    }),
    ...extensionLines('i', ['Return()']),
  ]);

const pauseEntryLines = (pause: string): readonly ConfigLine[] => [
  ...extensionLines(FEATURE_CODES.pause, [
    ONLY_PHONES,
    'Answer()',
    // A phone in no queue of the console is logged in by other means and has no reasons.
    `GotoIf($[\${DIALPLAN_EXISTS(${pause},\${CHANNEL(endpoint)},1)} = 0]?free)`,
    `Gosub(${pause},\${CHANNEL(endpoint)},1(none))`,
    'GotoIf($["${GOSUB_RETVAL}" != "free"]?unknown)',
    `(free)PauseQueueMember(,${OWN})`,
    'Playback(beep)',
    'Hangup()',
    '(unknown)Playback(pbx-invalid)',
    '(away)Hangup()',
  ]),
  ...extensionLines(`_${FEATURE_CODES.pause}X!`, [
    ONLY_PHONES,
    `GotoIf($[\${DIALPLAN_EXISTS(${pause},\${CHANNEL(endpoint)},1)} = 0]?away)`,
    'Answer()',
    'Set(RINGSIDE_WHY=)',
    `Gosub(${pause},\${CHANNEL(endpoint)},1(\${FILTER(0-9,\${EXTEN:${FEATURE_CODES.pause.length}})}))`,
    'GotoIf($["${RINGSIDE_WHY}" = ""]?unknown)',
    `PauseQueueMember(,${OWN},,\${RINGSIDE_WHY})`,
    'Playback(beep)',
    'Hangup()',
    '(unknown)Playback(pbx-invalid)',
    '(away)Hangup()',
  ]),
  ...extensionLines(FEATURE_CODES.resume, [
    ONLY_PHONES,
    'Answer()',
    `UnpauseQueueMember(,${OWN})`,
    ...playSteps('beep'),
  ]),
];

/** Renders pause and resume, with the pause reasons of the call center of the agent's first queue. */
const pauses = (code: string, agents: Agents): AgentCodes => {
  if (agents.length === 0) return NONE;
  const pause = `${code}-pause`;
  const reasons = new Map<string, readonly string[]>();
  const contextOf = (codes: readonly string[]): string => {
    const found = [...reasons].find(([, each]) => each.join('\n') === codes.join('\n'));
    const name = found?.[0] ?? `${code}-reasons-${reasons.size}`;
    reasons.set(name, codes);
    return name;
  };
  const lines = agents.flatMap(([extension, [first]]) =>
    extensionLines(endpointName(code, extension), [`Goto(${contextOf(first?.queue.pauseReasons ?? [])},\${ARG1},1)`]),
  );
  return {
    doors: pauseEntryLines(pause),
    sections: [section(pause, lines), ...[...reasons].map(([name, codes]) => reasonsSection(name, codes))],
  };
};

/**
 * `queues`: queues on the PBX server, by name. `names`: names of its lines, by extension.
 * @throws ValueRefused
 */
export const agentCodes = (
  code: string,
  queues: readonly WantedQueue[],
  names: ReadonlyMap<string, string>,
): AgentCodes => {
  const agents = (kind: 'dynamic' | 'any'): Agents =>
    [...queuesOf(queues, names, kind)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const [shift, pause] = [shifts(code, agents('dynamic'), names), pauses(code, agents('any'))];
  return { doors: [...shift.doors, ...pause.doors], sections: [...shift.sections, ...pause.sections] };
};
