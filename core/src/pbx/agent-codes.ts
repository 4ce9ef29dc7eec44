// Codes that agents dial: into and out of the queues they may log in to, pause with a reason, and back. Who dials is the
// channel's to say, never what is dialled.
import { FEATURE_CODES } from '../base/feature-codes.ts';
import { section } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { extensionLines, wholeWithin } from './dialplan-lines.ts';
import { endpointName } from './phone-sections.ts';
import type { WantedQueue } from './wanted.ts';

export interface AgentCodes {
  /** Of the tenant's own context. */
  readonly doors: readonly ConfigLine[];
  readonly sections: readonly ConfigSection[];
}

const NONE: AgentCodes = { doors: [], sections: [] };
const OWN = 'PJSIP/${CHANNEL(endpoint)}';
const ONLY_PHONES = 'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?away)';
const PLAIN = /^[A-Za-z0-9_-]{1,32}$/;

/** Longer ones do not fit a line: they have no code of their own, and can be chosen in the console. */
const LONGEST = 190;
/** With the extension before it. */
const LONGEST_STEP = 190;

/** What a person typed reaches the dialplan as letters, digits and per cents; Asterisk reads it back as text, and looks no further. */
const asText = (value: string): string | null => {
  if (PLAIN.test(value)) return value;
  if (/\p{Cs}/u.test(value)) return null;
  const encoded = encodeURIComponent(value).replace(
    /[!'()*~]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.length > LONGEST ? null : `\${URIDECODE(${encoded})}`;
};

const said = (sound: string): readonly string[] => [`Playback(${sound})`, '(away)Hangup()'];

/** The queues of each line, by extension. */
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

/** As the PBX's own files name a static member; a name too long for a line is told by the phone itself. */
const loginStep = (code: string, queue: WantedQueue, name: string, extension: string, penalty: number): string => {
  const rung = wholeWithin('penalty', penalty, 0, 1000);
  const step = (shown: string): string =>
    `AddQueueMember(${queue.name},PJSIP/${endpointName(code, extension)},${rung},,${shown})`;
  const named = asText(name);
  return named === null || step(named).length > LONGEST_STEP ? step('${CALLERID(name)}') : step(named);
};

/** `queues`: those on the PBX, by name; `names`: of the lines on it, by extension. @throws ValueRefused */
export const agentCodes = (
  code: string,
  queues: readonly WantedQueue[],
  names: ReadonlyMap<string, string>,
): AgentCodes => {
  const agents = [...queuesOf(queues, names, 'any')].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (agents.length === 0) return NONE;
  const dynamic = [...queuesOf(queues, names, 'dynamic')].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const [login, logout, pause] = ['login', 'logout', 'pause'].map((what) => `${code}-${what}`) as [
    string,
    string,
    string,
  ];
  const reasons = new Map<string, readonly string[]>();
  const context = (codes: readonly string[]): string => {
    const found = [...reasons].find(([, each]) => each.join('\n') === codes.join('\n'));
    const name = found?.[0] ?? `${code}-reasons-${reasons.size}`;
    reasons.set(name, codes);
    return name;
  };
  const sectionOf = (name: string, steps: (of: (typeof dynamic)[number][1], extension: string) => readonly string[]) =>
    section(
      name,
      dynamic.flatMap(([extension, of]) => extensionLines(endpointName(code, extension), steps(of, extension))),
    );
  const pauses = section(
    pause,
    agents.flatMap(([extension, [first]]) =>
      extensionLines(endpointName(code, extension), [`Goto(${context(first?.queue.pauseReasons ?? [])},\${ARG1},1)`]),
    ),
  );
  const toAll = (name: string, sound: string): readonly string[] => [
    ONLY_PHONES,
    `GotoIf($[\${DIALPLAN_EXISTS(${name},\${CHANNEL(endpoint)},1)} = 0]?away)`,
    'Answer()',
    `Gosub(${name},\${CHANNEL(endpoint)},1)`,
    ...said(sound),
  ];
  return {
    doors: [
      ...(dynamic.length === 0
        ? []
        : [
            ...extensionLines(FEATURE_CODES.login, toAll(login, 'agent-loginok')),
            ...extensionLines(FEATURE_CODES.logout, toAll(logout, 'agent-loggedoff')),
          ]),
      ...extensionLines(FEATURE_CODES.pause, [ONLY_PHONES, 'Answer()', `PauseQueueMember(,${OWN})`, ...said('beep')]),
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
        ...said('beep'),
      ]),
    ],
    sections: [
      ...(dynamic.length === 0
        ? []
        : [
            sectionOf(login, (of, extension) => [
              ...of.map(({ queue, penalty }) => loginStep(code, queue, names.get(extension) ?? '', extension, penalty)),
              'Return()',
            ]),
            sectionOf(logout, (of, extension) => [
              ...of.map(({ queue }) => `RemoveQueueMember(${queue.name},PJSIP/${endpointName(code, extension)})`),
              'Return()',
            ]),
          ]),
      pauses,
      ...[...reasons].map(([name, codes]) =>
        section(name, [
          ...codes.flatMap((reason, i) => {
            const text = asText(reason);
            return text === null ? [] : extensionLines(String(i + 1), [`Set(RINGSIDE_WHY=${text})`, 'Return()']);
          }),
          ...extensionLines('i', ['Return()']),
        ]),
      ),
    ],
  };
};
