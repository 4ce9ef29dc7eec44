// What Asterisk tells of an object it has, beside what was written of it. It answers Success to a value that it then does not
// take, or takes at its next start alone: only what it tells afterwards counts.
import { stepDifference } from './compare-dialplan.ts';
import type { ConfigLine } from './config-file.ts';
import type { PbxObject, Sheet } from './pbx-objects.ts';

/** A message of an answer: its headers by name, `Event` among them. */
export type Told = Readonly<Record<string, string>>;

export interface ToldDifference {
  /** As written: `strategy`; of a dialplan the step, `201,2`. */
  readonly option: string;
  readonly wanted: string;
  readonly found: string;
}

type Compare = (wanted: string, found: string) => boolean;

const same: Compare = (wanted, found) => wanted === found;
/** Asterisk says `true` of some, `Yes` of others. */
const sameFlag: Compare = (wanted, found) => /^(yes|true)$/i.test(wanted) === /^(yes|true)$/i.test(found);
/** `(ulaw|alaw)` */
const sameCodecs: Compare = (wanted, found) => wanted.split(',').join('|') === found.replaceAll(/[()]/g, '');
/** Where Asterisk does not tell it, nothing is said. */
const sameSecret: Compare = (wanted, found) => found === '' || found.startsWith('*') || wanted === found;

type Readers = Readonly<Record<string, readonly [header: string, compare: Compare]>>;

const ENDPOINT: Readers = {
  context: ['Context', same],
  callerid: ['Callerid', same],
  accountcode: ['Accountcode', same],
  aors: ['Aors', same],
  allow: ['Allow', sameCodecs],
  mailboxes: ['Mailboxes', same],
  named_call_group: ['NamedCallgroup', same],
  named_pickup_group: ['NamedPickupgroup', same],
  device_state_busy_at: ['DeviceStateBusyAt', same],
  direct_media: ['DirectMedia', sameFlag],
  rtp_symmetric: ['RtpSymmetric', sameFlag],
  rewrite_contact: ['RewriteContact', sameFlag],
  force_rport: ['ForceRport', sameFlag],
  webrtc: ['Webrtc', sameFlag],
  trust_id_inbound: ['TrustIdInbound', sameFlag],
  send_pai: ['SendPai', sameFlag],
  send_connected_line: ['SendConnectedLine', sameFlag],
};
const AUTH: Readers = {
  username: ['Username', same],
  realm: ['Realm', same],
  password: ['Password', sameSecret],
  md5_cred: ['Md5Cred', sameSecret],
};
const AOR: Readers = {
  max_contacts: ['MaxContacts', same],
  remove_existing: ['RemoveExisting', sameFlag],
  qualify_frequency: ['QualifyFrequency', same],
};
const QUEUE: Readers = {
  strategy: ['Strategy', same],
  maxlen: ['Max', same],
  weight: ['Weight', same],
  servicelevel: ['ServiceLevel', same],
};

/** The message that tells of a sheet's section. */
const TOLD_BY: Readonly<Partial<Record<Sheet, readonly [event: string, readers: Readers]>>> = {
  endpoints: ['EndpointDetail', ENDPOINT],
  auths: ['AuthDetail', AUTH],
  aors: ['AorDetail', AOR],
  queues: ['QueueParams', QUEUE],
};
const SECRETS = new Set(['password', 'md5_cred']);

const hidden = (difference: ToldDifference): ToldDifference =>
  SECRETS.has(difference.option) ? { ...difference, wanted: '***', found: '*****' } : difference;

/** A header that is not told says nothing. */
const optionDifference = (lines: readonly ConfigLine[], readers: Readers, told: Told): ToldDifference | null => {
  for (const { name, value } of lines) {
    const [header, compare] = Object.hasOwn(readers, name) ? (readers[name] ?? []) : [];
    const found = header === undefined ? undefined : told[header];
    if (found === undefined || compare === undefined || compare(value, found)) continue;
    return hidden({ option: name, wanted: value, found });
  }
  return null;
};

/** Who is in by the configuration; who logged in comes and goes. */
const memberDifference = (lines: readonly ConfigLine[], told: readonly Told[]): ToldDifference | null => {
  const wanted = new Set(
    lines.filter(({ name }) => name === 'member').map(({ value }) => value.split(',', 1)[0] ?? ''),
  );
  const fixed = told.filter((each) => each['Event'] === 'QueueMember' && each['Membership'] !== 'dynamic');
  const found = new Set(fixed.map((each) => each['StateInterface'] ?? each['Location'] ?? ''));
  const missing = [...wanted].find((each) => !found.has(each));
  if (missing !== undefined) return { option: 'member', wanted: missing, found: '' };
  const extra = [...found].find((each) => !wanted.has(each));
  return extra === undefined ? null : { option: 'member', wanted: '', found: extra };
};

/** Of each box its name, address and whether messages go along; nobody tells a PIN. */
const boxDifference = (lines: readonly ConfigLine[], told: readonly Told[]): ToldDifference | null => {
  for (const { name: number, value } of lines) {
    const box = told.find((each) => each['VoiceMailbox'] === number);
    if (box === undefined) return { option: number, wanted: number, found: '' };
    const [, fullName = '', email = '', , options = ''] = value.split(',');
    const attach = /^attach=(.*)$/.exec(options)?.[1];
    const facts: readonly (readonly [string, string | undefined, Compare])[] = [
      [fullName, box['Fullname'], same],
      [email, box['Email'], same],
      [attach ?? '', attach === undefined ? undefined : box['AttachMessage'], sameFlag],
    ];
    for (const [wanted, found, compare] of facts) {
      if (found !== undefined && !compare(wanted, found)) return { option: number, wanted, found };
    }
  }
  return null;
};

const phoneDifference = (object: PbxObject, told: readonly Told[]): ToldDifference | null => {
  for (const { sheet, lines } of object.sections) {
    const [event, readers] = TOLD_BY[sheet] ?? [];
    // Of a trunk's passwords more than one is told; the one of this name counts.
    const found = told.find(
      (each) => each['Event'] === event && (each['ObjectName'] === undefined || each['ObjectName'] === object.name),
    );
    const difference = found && readers ? optionDifference(lines, readers, found) : null;
    if (difference !== null) return difference;
  }
  return null;
};

/** The first thing that is not as written; null where all that can be seen is. */
export const firstDifference = (object: PbxObject, told: readonly Told[]): ToldDifference | null => {
  const lines = object.sections.flatMap((each) => each.lines);
  switch (object.kind) {
    case 'pjsip':
      return phoneDifference(object, told);
    case 'queue':
      return phoneDifference(object, told) ?? memberDifference(lines, told);
    case 'dialplan':
      return stepDifference(lines, told);
    case 'voicemail':
      return boxDifference(lines, told);
    case 'music':
      return null;
  }
};
