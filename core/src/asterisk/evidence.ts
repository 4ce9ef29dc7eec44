// Detects missing events from the events that arrive. Asterisk does not report a user's read classes or event filters to that user. But an
// agent that connects was called before, and a channel that hangs up was created before.
import type { PbxFactKind } from './fact.ts';
import type { LinkProblem } from './link.ts';
import { eventFiltered, readClassMissing } from './manager-user.ts';

export type Seen = Partial<Record<PbxFactKind, number>>;

interface Rule {
  readonly missing: PbxFactKind;
  readonly event: string;
  readonly variable?: string;
  /** This many of the given event without a single missing event rules out chance. */
  readonly given: PbxFactKind;
  readonly times: number;
}

const RULES: readonly Rule[] = [
  { missing: 'caller-joined', event: 'QueueCallerJoin', given: 'caller-left', times: 5 },
  { missing: 'caller-left', event: 'QueueCallerLeave', given: 'agent-connect', times: 5 },
  { missing: 'agent-called', event: 'AgentCalled', given: 'agent-connect', times: 5 },
  { missing: 'agent-connect', event: 'AgentConnect', given: 'agent-complete', times: 5 },
  { missing: 'agent-complete', event: 'AgentComplete', given: 'agent-connect', times: 60 },
  { missing: 'member', event: 'QueueMemberStatus', given: 'agent-connect', times: 10 },
  { missing: 'channel', event: 'Newchannel', given: 'hangup', times: 5 },
  { missing: 'hangup', event: 'Hangup', given: 'agent-complete', times: 10 },
  { missing: 'dial-begin', event: 'DialBegin', given: 'agent-called', times: 10 },
  { missing: 'bridge-enter', event: 'BridgeEnter', given: 'agent-connect', times: 10 },
  { missing: 'rtp-quality', event: 'VarSet', variable: 'RTPAUDIOQOS', given: 'agent-complete', times: 20 },
  { missing: 'queue-status', event: 'VarSet', variable: 'QUEUESTATUS', given: 'caller-abandoned', times: 20 },
];

const CALL_KINDS: readonly PbxFactKind[] = [
  'channel',
  'hangup',
  'dial-begin',
  'dial-end',
  'bridge-enter',
  'bridge-leave',
];
const QUEUE_CALLS_BEFORE_DOUBT = 5;

/** Returns the problems that the seen events prove. A missing read class is reported once instead of each of its events. */
export const problemsSeen = (username: string, seen: Seen): readonly LinkProblem[] => {
  const count = (kind: PbxFactKind) => seen[kind] ?? 0;
  const noCalls = count('caller-joined') >= QUEUE_CALLS_BEFORE_DOUBT && CALL_KINDS.every((kind) => count(kind) === 0);
  const filtered = RULES.filter(
    (rule) =>
      count(rule.missing) === 0 && count(rule.given) >= rule.times && !(noCalls && CALL_KINDS.includes(rule.missing)),
  ).map((rule) => eventFiltered(username, rule.event, rule.variable));
  return noCalls ? [readClassMissing(username, 'call'), ...filtered] : filtered;
};
