// Encodes AMI actions. Only actions in the table, with the headers of their row, can be written. Control characters are rejected, because
// they could start another header or action.

/** Allowed actions and their headers. None of them runs a shell, a command line or a file, or changes the configuration. */
export const ACTIONS = {
  Challenge: ['AuthType'],
  Login: ['Username', 'Secret', 'AuthType', 'Key', 'Events'],
  Logoff: [],
  Ping: [],
  ListCommands: [],
  CoreStatus: [],
  CoreSettings: [],
  CoreShowChannels: [],
  QueueStatus: ['Queue', 'Member'],
  QueueSummary: ['Queue'],
  PJSIPShowContacts: [],
  MailboxCount: ['Mailbox'],
  Getvar: ['Channel', 'Variable'],
  Setvar: ['Channel', 'Variable', 'Value'],
  AbsoluteTimeout: ['Channel', 'Timeout'],
  QueueAdd: ['Queue', 'Interface', 'MemberName', 'Penalty', 'Paused', 'StateInterface', 'Reason'],
  QueueRemove: ['Queue', 'Interface'],
  QueuePause: ['Interface', 'Paused', 'Queue', 'Reason'],
  QueuePenalty: ['Interface', 'Penalty', 'Queue'],
  QueueMemberRingInUse: ['Interface', 'RingInUse', 'Queue'],
  QueueChangePriorityCaller: ['Queue', 'Caller', 'Priority', 'Immediate'],
  QueueWithdrawCaller: ['Queue', 'Caller', 'WithdrawInfo'],
  QueueReset: ['Queue'],
  Hangup: ['Channel', 'Cause'],
  Redirect: ['Channel', 'ExtraChannel', 'Exten', 'ExtraExten', 'Context', 'ExtraContext', 'Priority', 'ExtraPriority'],
  BlindTransfer: ['Channel', 'Context', 'Exten'],
  Atxfer: ['Channel', 'Context', 'Exten'],
  CancelAtxfer: ['Channel'],
  Park: ['Channel', 'TimeoutChannel', 'AnnounceChannel', 'Timeout', 'Parkinglot'],
  /** Without `Command`, which runs in a shell. Options are restricted below. */
  MixMonitor: ['Channel', 'File', 'Options'],
  StopMixMonitor: ['Channel', 'MixMonitorID'],
  PlayDTMF: ['Channel', 'Digit'],
  Originate: ['Channel', 'ChannelId', 'Application', 'Data', 'CallerID', 'Timeout', 'Async', 'Account', 'Codecs'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type ActionName = keyof typeof ACTIONS;
export type ActionFields = Readonly<Record<string, string | number | undefined>>;

/** manager.c reads lines of up to 1025 bytes and at most 128 lines. The reply to a longer message may lack its ActionID. */
export const LINE_BYTES = 1000;
export const MESSAGE_LINES = 120;

type RefusalReason =
  'unknown-action' | 'unknown-header' | 'control-character' | 'line-too-long' | 'too-many-lines' | 'value-not-allowed';

export class ActionRefused extends Error {
  readonly reason: RefusalReason;
  readonly header: string;

  constructor(reason: RefusalReason, header: string) {
    super(`AMI action refused: ${reason} (${header})`);
    this.name = 'ActionRefused';
    this.reason = reason;
    this.header = header;
  }
}

/** Cc matches control characters. Lone surrogates have no UTF-8 encoding. The separators end a line for some readers. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** Rejects `/regular expression/`, with which Hangup would end many calls at once. */
const oneChannel = (value: string): boolean => value !== '' && !value.startsWith('/');
/** A single channel by its full name. */
const CHANNEL_NAME = /^[A-Za-z0-9]+\/[^,|&()\s]+$/;
/** A phone by its name only: no number behind a trunk, no Local channel into the dialplan. */
const PHONE = /^[A-Za-z0-9]+\/[A-Za-z0-9_.-]{1,80}$/;
const CONTEXT = /^[A-Za-z0-9_.-]{1,79}$/;
const NUMBER = /^\+?[0-9*#]{1,32}$/;
/**
 * Path below the PBX server's recording folder, or in a `ringside` folder of a folder that platform staff set. Rejects parent folders and
 * characters that a shell or the dialplan interprets.
 */
const RECORDING =
  /^(?:(?:\/(?!\.)[A-Za-z0-9_.-]+)+\/(?=ringside\/))?(?:[A-Za-z0-9][A-Za-z0-9_-]*\/)+[A-Za-z0-9][A-Za-z0-9_.-]*\.wav$/;
const OWN_LINES = /^AST_CONFIG\(manager\.conf,[^,()]+,(read|write|eventfilter,\d{1,3})\)$/;
/** Asterisk's entity ID. AMI reports it nowhere else. */
export const ENTITY_ID = 'ENTITYID';
/** Maximum seconds of a call, and the seconds that a customer's calls may use while the console is not connected. */
const CREDIT = /^(RINGSIDE_SECONDS|RINGSIDE_LEFT_[a-z][a-z0-9_]{1,30})$/;
const DIALPLAN = /^DIALPLAN_EXISTS\([A-Za-z0-9_.-]{1,79},\+?[0-9*#]{1,32},1\)$/;
const PHONE_CONTEXT = /^PJSIP_ENDPOINT\([A-Za-z0-9_.-]{1,80},context\)$/;
const VARIABLES = [OWN_LINES, DIALPLAN, PHONE_CONTEXT, /^RINGSIDE_CREDIT$/];

/** Applications that an originated phone may run, with their allowed data. None of them reaches a shell or a file. */
const APPLICATIONS: Readonly<Record<string, RegExp>> = {
  ChanSpy: /^[^,|&()]+,[A-Za-z]+$/,
  ParkedCall: /^[A-Za-z0-9_-]{0,79},[0-9]{1,6}$/,
  Wait: /^[0-9]{1,3}$/,
};

/** Checks for values that could do more than their action's purpose. */
const SHAPES: Readonly<Record<string, (value: string) => boolean>> = {
  'Hangup Channel': oneChannel,
  'Redirect Channel': oneChannel,
  'Redirect Context': (value) => CONTEXT.test(value),
  'Redirect Exten': (value) => NUMBER.test(value),
  'BlindTransfer Context': (value) => CONTEXT.test(value),
  'BlindTransfer Exten': (value) => NUMBER.test(value),
  'Atxfer Context': (value) => CONTEXT.test(value),
  'Atxfer Exten': (value) => NUMBER.test(value),
  'MixMonitor Channel': (value) => CHANNEL_NAME.test(value),
  'MixMonitor File': (value) => value.length <= 200 && RECORDING.test(value),
  'MixMonitor Options': (value) => value === 'bi(RINGSIDE_RECORDING)',
  'StopMixMonitor MixMonitorID': (value) => /^0x[0-9a-f]{1,16}$/.test(value),
  'PlayDTMF Digit': (value) => /^[0-9]$/.test(value),
  'Originate Channel': (value) => PHONE.test(value),
  'Originate ChannelId': (value) => /^[A-Za-z0-9.-]{1,80}$/.test(value),
  'Originate Application': (value) => Object.hasOwn(APPLICATIONS, value),
  'MailboxCount Mailbox': (value) => /^[0-9]{2,10}@[a-z][a-z0-9-]{1,30}$/.test(value),
  'Getvar Channel': (value) => CHANNEL_NAME.test(value),
  'Getvar Variable': (value) => value === ENTITY_ID || VARIABLES.some((shape) => shape.test(value)),
  'Setvar Channel': (value) => CHANNEL_NAME.test(value),
  'Setvar Variable': (value) => CREDIT.test(value),
  'Setvar Value': (value) => /^[0-9]{1,20}$/.test(value),
  'AbsoluteTimeout Channel': (value) => CHANNEL_NAME.test(value),
  // 0 would remove the limit.
  'AbsoluteTimeout Timeout': (value) => /^[1-9][0-9]{0,5}$/.test(value),
};

/** Checks headers that are only valid together. */
const dataFits = (fields: ActionFields): boolean =>
  APPLICATIONS[String(fields['Application'])]?.test(String(fields['Data'])) ?? false;

/** Returns the length in bytes of UTF-8. */
const bytesOf = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

const lineOf = (header: string, value: string): string => {
  if (UNSENDABLE.test(value)) throw new ActionRefused('control-character', header);
  const line = `${header}: ${value}`;
  if (bytesOf(line) > LINE_BYTES) throw new ActionRefused('line-too-long', header);
  return line;
};

const isAction = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name);

/**
 * Encodes one action as text, to be sent as UTF-8. Omits `undefined` fields. The ActionID is second, so that Asterisk finds it whatever is
 * wrong with the rest.
 * @throws ActionRefused
 */
export const encodeAction = (name: string, actionId: string, fields: ActionFields): string => {
  if (!isAction(name)) throw new ActionRefused('unknown-action', name);
  const allowed: readonly string[] = ACTIONS[name];
  const lines = [`Action: ${name}`, lineOf('ActionID', actionId)];
  if (name === 'Originate' && (fields['Application'] ?? fields['Data']) !== undefined && !dataFits(fields)) {
    const header = Object.hasOwn(APPLICATIONS, String(fields['Application'])) ? 'Data' : 'Application';
    throw new ActionRefused('value-not-allowed', header);
  }
  for (const [header, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!allowed.includes(header)) throw new ActionRefused('unknown-header', header);
    const text = String(value);
    if (SHAPES[`${name} ${header}`]?.(text) === false) throw new ActionRefused('value-not-allowed', header);
    lines.push(lineOf(header, text));
  }
  if (lines.length > MESSAGE_LINES) throw new ActionRefused('too-many-lines', name);
  return `${lines.join('\r\n')}\r\n\r\n`;
};
