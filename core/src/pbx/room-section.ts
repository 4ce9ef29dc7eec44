// How many calls a tenant has with the outside at once, and all of the PBX together, and how many it begins in a second. Asterisk counts the channels of a group,
// whichever way they came; a lock makes the count of the second one caller's at a time.
import { section } from './config-file.ts';
import type { ConfigSection } from './config-file.ts';
import { extensionLines, wholeWithin } from './dialplan-lines.ts';
import { roomContext } from './flow-names.ts';
import type { WantedFlow } from './wanted-flow.ts';

/** `out`: also counted by the second. */
type Way = 'in' | 'out';

const isLimited = ({ mostCalls, mostAbove, mostOnPbx, mostPerSecond }: WantedFlow, way: Way): boolean =>
  mostCalls !== undefined ||
  mostAbove !== undefined ||
  mostOnPbx !== undefined ||
  (way === 'out' && mostPerSecond !== undefined);

/** What a call asks before it goes on: nothing where there is no limit. Who finds no room is told so by the cause (42, congestion). */
export const roomSteps = (code: string, flow: WantedFlow, way: Way): readonly string[] =>
  isLimited(flow, way) ? [`Gosub(${roomContext(code)},${way},1)`] : [];

/** First in, then counted: two who come at once may both be turned away, and never one too many let in. */
const countSteps = (group: string, field: string, most: number | undefined): readonly string[] =>
  most === undefined
    ? []
    : [
        `Set(GROUP(${group})=calls)`,
        `ExecIf($[\${GROUP_COUNT(calls@${group})} > ${wholeWithin(field, most, 0, 1_000_000)}]?Hangup(42))`,
      ];

/** No code has an underscore. */
const WHOLE_PBX = 'ringside_pbx';

const secondSteps = (code: string, most: number): readonly string[] => {
  // No code has an underscore: no two share a name.
  const name = code.replaceAll('-', '_');
  const [second, begun] = [`RINGSIDE_SECOND_${name}`, `RINGSIDE_BEGUN_${name}`];
  return [
    `Set(RINGSIDE_TURN=\${LOCK(ringside-${code})})`,
    'Set(RINGSIDE_NOW=${EPOCH})',
    `ExecIf($["\${GLOBAL(${second})}" != "\${RINGSIDE_NOW}"]?Set(GLOBAL(${begun})=0))`,
    `Set(GLOBAL(${second})=\${RINGSIDE_NOW})`,
    `Set(GLOBAL(${begun})=$[0\${GLOBAL(${begun})} + 1])`,
    `Set(RINGSIDE_BEGUN=\${GLOBAL(${begun})})`,
    `Set(RINGSIDE_TURN=\${UNLOCK(ringside-${code})})`,
    `ExecIf($[\${RINGSIDE_BEGUN} > ${wholeWithin('maxCallsPerSecond', most, 1, 1000)}]?Hangup(42))`,
  ];
};

/** null: there is no limit. @throws ValueRefused */
export const roomSection = (code: string, flow: WantedFlow): ConfigSection | null => {
  const { mostCalls, mostAbove = [], mostOnPbx, mostPerSecond } = flow;
  if (!isLimited(flow, 'out')) return null;
  const counted = [
    ...countSteps(`ringside-${code}`, 'maxConcurrentCalls', mostCalls),
    // A reseller's own calls are counted in the same group.
    ...mostAbove.flatMap((above) => countSteps(`ringside-${above.code}`, 'maxConcurrentCalls', above.most)),
    ...countSteps(WHOLE_PBX, 'maxCalls', mostOnPbx),
  ];
  return section(roomContext(code), [
    ...extensionLines('in', [...counted, 'Return()']),
    ...extensionLines('out', [
      ...(mostPerSecond === undefined ? [] : secondSteps(code, mostPerSecond)),
      ...counted,
      'Return()',
    ]),
  ]);
};
