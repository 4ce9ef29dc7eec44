// Compares objects that Asterisk reports with the objects that were written. Asterisk answers Success to values that it then ignores or
// applies only after a restart, so only reported values count.
import { stepDifference } from './compare-dialplan.ts';
import { matchDifference } from './compare-match.ts';
import type { ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import type { PbxObject, Sheet } from './pbx-objects.ts';

/** One message of an answer: its headers by name, including `Event`. */
export type ReportedMessage = Readonly<Record<string, string>>;

export interface ReportedDifference {
  /** The option as written, such as `strategy`. For a dialplan the step, such as `201,2`. */
  readonly option: string;
  readonly wanted: string;
  readonly found: string;
}

type Compare = (wanted: string, found: string) => boolean;

const same: Compare = (wanted, found) => wanted === found;
/** Asterisk reports `(null)` for a mailbox without an address. */
const sameOrNone: Compare = (wanted, found) => wanted === (found === '(null)' ? '' : found);
/** Asterisk reports `true` or `Yes`. */
const sameFlag: Compare = (wanted, found) => /^(yes|true)$/i.test(wanted) === /^(yes|true)$/i.test(found);
/** Asterisk reports `no`, `none` or `off`. */
const sameEncryption: Compare = (wanted, found) =>
  wanted.toLowerCase() === found.toLowerCase() || (/^(no|none|off)$/i.test(wanted) && /^(no|none|off)$/i.test(found));
/** Reported as `(ulaw|alaw)`. */
const sameCodecs: Compare = (wanted, found) => wanted.split(',').join('|') === found.replaceAll(/[()]/g, '');
/** Equal when Asterisk does not report the secret. */
const sameSecret: Compare = (wanted, found) => found === '' || found.startsWith('*') || wanted === found;

/** Reported as `trunk.x/sip:192.0.2.1:5060`, comma-separated. */
const amongContacts: Compare = (wanted, found) =>
  found.split(',').some((each) => each.slice(each.indexOf('/') + 1) === wanted);

type Readers = Readonly<Record<string, readonly [header: string, compare: Compare]>>;

const ENDPOINT: Readers = {
  transport: ['Transport', same],
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
  media_encryption: ['MediaEncryption', sameEncryption],
  trust_id_inbound: ['TrustIdInbound', sameFlag],
  send_pai: ['SendPai', sameFlag],
  send_connected_line: ['SendConnectedLine', sameFlag],
  auth: ['Auth', same],
  outbound_auth: ['OutboundAuth', same],
};
const IDENTIFY: Readers = { endpoint: ['Endpoint', same] };
const REGISTRATION: Readers = {
  outbound_auth: ['OutboundAuth', same],
  server_uri: ['ServerUri', same],
  client_uri: ['ClientUri', same],
  contact_user: ['ContactUser', same],
  endpoint: ['Endpoint', same],
  line: ['Line', sameFlag],
  retry_interval: ['RetryInterval', same],
  forbidden_retry_interval: ['ForbiddenRetryInterval', same],
  expiration: ['Expiration', same],
};
const AUTH: Readers = {
  username: ['Username', same],
  realm: ['Realm', same],
  password: ['Password', sameSecret],
  md5_cred: ['Md5Cred', sameSecret],
};
const AOR: Readers = {
  contact: ['Contacts', amongContacts],
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

type TellerOf = readonly [event: string, readers: Readers];
/** The AMI message that reports a section, by sheet. */
const TOLD_BY: Readonly<Partial<Record<Sheet, TellerOf>>> = {
  auths: ['AuthDetail', AUTH],
  aors: ['AorDetail', AOR],
  queues: ['QueueParams', QUEUE],
};
/** Sections of the sheet `endpoints`, by `type`. */
const TOLD_BY_TYPE: Readonly<Record<string, TellerOf>> = {
  endpoint: ['EndpointDetail', ENDPOINT],
  identify: ['IdentifyDetail', IDENTIFY],
  registration: ['OutboundRegistrationDetail', REGISTRATION],
};
const tellerOf = ({ sheet, lines }: ConfigSection & { readonly sheet: Sheet }): TellerOf | undefined =>
  sheet === 'endpoints' ? TOLD_BY_TYPE[lines.find(({ name }) => name === 'type')?.value ?? ''] : TOLD_BY[sheet];
const SECRETS = new Set(['password', 'md5_cred']);

const hidden = (difference: ReportedDifference): ReportedDifference =>
  SECRETS.has(difference.option) ? { ...difference, wanted: '***', found: '*****' } : difference;

/** Ignores headers that are missing. */
const optionDifference = (
  lines: readonly ConfigLine[],
  readers: Readers,
  told: ReportedMessage,
): ReportedDifference | null => {
  for (const { name, value } of lines) {
    const [header, compare] = Object.hasOwn(readers, name) ? (readers[name] ?? []) : [];
    const found = header === undefined ? undefined : told[header];
    if (found === undefined || compare === undefined || compare(value, found)) continue;
    return hidden({ option: name, wanted: value, found });
  }
  return null;
};

/** Compares static members. Agents who logged in dynamically are ignored. */
const memberDifference = (
  lines: readonly ConfigLine[],
  told: readonly ReportedMessage[],
): ReportedDifference | null => {
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

/** Compares each mailbox's PIN, name, address and attachment option. */
const boxDifference = (lines: readonly ConfigLine[], told: readonly ReportedMessage[]): ReportedDifference | null => {
  for (const { name: number, value } of lines) {
    const box = told.find((each) => each['VoiceMailbox'] === number);
    if (box === undefined) return { option: number, wanted: number, found: '' };
    const [pin = '', fullName = '', email = '', , options = ''] = value.split(',');
    const attach = /^attach=(.*)$/.exec(options)?.[1];
    const facts: readonly (readonly [string, string | undefined, Compare])[] = [
      [fullName, box['Fullname'], same],
      [email, box['Email'], sameOrNone],
      [attach ?? '', attach === undefined ? undefined : box['AttachMessage'], sameFlag],
    ];
    if (!sameSecret(pin, box['Password'] ?? '')) return { option: `${number} PIN`, wanted: '***', found: '*****' };
    for (const [wanted, found, compare] of facts) {
      if (found !== undefined && !compare(wanted, found)) return { option: number, wanted, found };
    }
  }
  return null;
};

const soundDifference = (lines: readonly ConfigLine[], told: readonly ReportedMessage[]): ReportedDifference | null => {
  const wanted = lines.filter(({ name }) => name === 'entry').map(({ value }) => value);
  const found = told.map((each) => each['File'] ?? '');
  const at = wanted.findIndex((value, i) => value !== found[i]);
  return at === -1 ? null : { option: 'entry', wanted: wanted[at] ?? '', found: found[at] ?? '' };
};

const phoneDifference = (object: PbxObject, told: readonly ReportedMessage[]): ReportedDifference | null => {
  for (const section of object.sections) {
    const { lines } = section;
    const [event, readers] = tellerOf(section) ?? [];
    // Asterisk reports several passwords for a trunk. Only the one with this name counts.
    const found = told.find(
      (each) => each['Event'] === event && (each['ObjectName'] === undefined || each['ObjectName'] === object.name),
    );
    if (found === undefined || readers === undefined) continue;
    const difference = optionDifference(lines, readers, found) ?? matchDifference(lines, found['Match']);
    if (difference !== null) return difference;
  }
  return null;
};

/** Returns the first difference from the written object, or `null` when all visible values are equal. */
export const firstDifference = (object: PbxObject, told: readonly ReportedMessage[]): ReportedDifference | null => {
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
      return soundDifference(lines, told);
  }
};
