// Limits on concurrent external calls (per tenant and per PBX) and on new calls per second. Asterisk counts the channels of a
// group, inbound and outbound. A lock serializes the count per second.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigSection } from '../../asterisk/config-file.ts';
import { extensionLines, wholeWithin } from './dialplan-lines.ts';
import { limitContext } from './flow-names.ts';
import type { WantedFlow } from '../wanted-flow.ts';

/** `out`: also limited per second. */
type Way = 'in' | 'out';

const isLimited = ({ mostCalls, mostAbove, mostOnPbx, mostPerSecond }: WantedFlow, way: Way): boolean =>
  mostCalls !== undefined ||
  mostAbove !== undefined ||
  mostOnPbx !== undefined ||
  (way === 'out' && mostPerSecond !== undefined);

/** Checks the concurrent calls before a call goes on. Empty without a limit. A refused call ends with cause 42 (congestion). */
export const limitSteps = (code: string, flow: WantedFlow, way: Way): readonly string[] =>
  isLimited(flow, way) ? [`Gosub(${limitContext(code)},${way},1)`] : [];

/** A call joins the group before it is counted. Two simultaneous calls may both be refused, but the limit is never exceeded. */
const countSteps = (group: string, field: string, most: number | undefined): readonly string[] =>
  most === undefined
    ? []
    : [
        `Set(GROUP(${group})=calls)`,
        `ExecIf($[\${GROUP_COUNT(calls@${group})} > ${wholeWithin(field, most, 0, 1_000_000)}]?Hangup(42))`,
      ];

/** Customer codes contain no underscore. */
const WHOLE_PBX = 'ringside_pbx';

const secondSteps = (code: string, most: number): readonly string[] => {
  // Customer codes contain no underscore, so variable names are unique.
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

/**
 * Returns `null` without a limit.
 * @throws ValueRefused
 */
export const limitSection = (code: string, flow: WantedFlow): ConfigSection | null => {
  const { mostCalls, mostAbove = [], mostOnPbx, mostPerSecond } = flow;
  if (!isLimited(flow, 'out')) return null;
  const counted = [
    ...countSteps(`ringside-${code}`, 'maxConcurrentCalls', mostCalls),
    // A reseller's own calls count in the same group.
    ...mostAbove.flatMap((above) => countSteps(`ringside-${above.code}`, 'maxConcurrentCalls', above.most)),
    ...countSteps(WHOLE_PBX, 'maxCalls', mostOnPbx),
  ];
  return section(limitContext(code), [
    ...extensionLines('in', [...counted, 'Return()']),
    ...extensionLines('out', [
      ...(mostPerSecond === undefined ? [] : secondSteps(code, mostPerSecond)),
      ...counted,
      'Return()',
    ]),
  ]);
};
