// Renders a subscriber as PJSIP objects. Endpoint, auth and aor have the same name, each in its own file, because `UpdateConfig` cannot
// distinguish two sections of one name in a file.
import { line, section, ValueRefused } from '../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import { CODECS } from './options/codecs.ts';
import type { MediaEncryption, PbxTransport } from './options/line-transports.ts';
import type { WantedSubscriber } from './wanted.ts';
import type { TransportKind } from './options/line-transports.ts';

const MEDIA_ENCRYPTION: Readonly<Record<Exclude<MediaEncryption, 'auto'>, readonly ConfigLine[]>> = {
  off: [line('media_encryption', 'no')],
  sdes: [line('media_encryption', 'sdes')],
  dtls: [line('media_encryption', 'dtls'), line('dtls_auto_generate_cert', 'yes')],
};

/**
 * `auto`: SDES if the line is bound to a TLS transport of the PBX server. SDES sends the keys in the SDP, so it needs encrypted signaling.
 * `webrtc = yes` sets DTLS by itself.
 */
const mediaEncryptionLines = (
  { webrtc, transport, mediaEncryption = 'auto' }: WantedSubscriber,
  there: readonly PbxTransport[],
): readonly ConfigLine[] => {
  if (webrtc) return [];
  if (mediaEncryption !== 'auto') return MEDIA_ENCRYPTION[mediaEncryption];
  return transport === 'tls' && there.some(({ kind }) => kind === 'tls') ? MEDIA_ENCRYPTION.sdes : [];
};

// An endpoint with a transport that the PBX server lacks can neither place nor receive calls, so only known transports are written.
const NAME = /^[A-Za-z0-9_.-]{1,80}$/;

/**
 * Empty if the PBX server has several transports of the kind (one per network or for IPv6). Asterisk then chooses one by the phone's
 * address.
 */
const transportLine = (kind: TransportKind | undefined, there: readonly PbxTransport[]): readonly ConfigLine[] => {
  const [only, ...more] = there.filter((each) => each.kind === kind);
  return only === undefined || more.length > 0 || !NAME.test(only.name) ? [] : [line('transport', only.name)];
};

interface PhoneSections {
  readonly endpoint: ConfigSection;
  readonly auth: ConfigSection;
  readonly aor: ConfigSection;
}

export const EXTENSION = /^[0-9]{2,10}$/;
const SECRET = /^[A-Za-z0-9]{20,80}$/;
const NETWORK = /^[0-9a-fA-F.:]{2,39}\/[0-9]{1,3}$/;
/** `ps_endpoints.callerid` holds 40 characters. Quotes and angle brackets are its syntax. */
const DISPLAY_NAME = /^[^"<>,\\]{1,27}$/;

const must = (ok: boolean, field: string): void => {
  if (!ok) throw new ValueRefused(field, 'shape');
};
const whole = (field: string, value: number, from: number, to: number): number => {
  must(Number.isInteger(value) && value >= from && value <= to, field);
  return value;
};

/** Section name and `PJSIP/<name>` of a line. Unique on a PBX server, because an extension consists of digits. */
export const endpointName = (code: string, extension: string): string => `${code}-${extension}`;

/** The only context that a tenant's phones may dial into. */
export const contextName = (code: string): string => `${code}-out`;

const networks = (addresses: readonly string[]): readonly ConfigLine[] => {
  if (addresses.length === 0) return [];
  for (const address of addresses) must(NETWORK.test(address), 'addresses');
  return [line('deny', '0.0.0.0/0'), line('deny', '::/0'), ...addresses.map((address) => line('permit', address))];
};

/**
 * Returns the sections of a phone.
 * @throws ValueRefused naming the invalid field
 */
export const phoneSections = (
  code: string,
  phone: WantedSubscriber,
  transports: readonly PbxTransport[] = [],
): PhoneSections => {
  must(EXTENSION.test(phone.extension), 'extension');
  must(SECRET.test(phone.secret), 'secret');
  must(DISPLAY_NAME.test(phone.displayName), 'displayName');
  must(phone.codecs.length > 0 && phone.codecs.every((codec) => CODECS.includes(codec)), 'codecs');
  const name = endpointName(code, phone.extension);
  const { pickupGroup = '' } = phone;
  must(/^[0-9]{0,6}$/.test(pickupGroup), 'pickupGroup');
  // No other tenant's code begins with this code and a dot.
  const group = pickupGroup === '' ? code : `${code}.${pickupGroup}`;
  return {
    endpoint: section(name, [
      line('type', 'endpoint'),
      ...transportLine(phone.transport, transports),
      ...mediaEncryptionLines(phone, transports),
      line('context', contextName(code)),
      line('aors', name),
      line('auth', name),
      line('disallow', 'all'),
      line('allow', [...new Set(phone.codecs)].join(',')),
      line('callerid', `"${phone.displayName}" <${phone.extension}>`),
      line('accountcode', code),
      line('named_call_group', group),
      line('named_pickup_group', group),
      ...(phone.voicemail === undefined ? [] : [line('mailboxes', `${phone.extension}@${code}`)]),
      line('device_state_busy_at', whole('callLimit', phone.callLimit, 1, 20)),
      ...(phone.webrtc
        ? [line('webrtc', 'yes')]
        : [
            line('direct_media', 'no'),
            line('rtp_symmetric', 'yes'),
            line('force_rport', 'yes'),
            line('rewrite_contact', 'yes'),
          ]),
      ...networks(phone.addresses),
    ]),
    auth: section(name, [
      line('type', 'auth'),
      line('auth_type', 'userpass'),
      line('username', name),
      line('password', phone.secret),
    ]),
    aor: section(name, [
      line('type', 'aor'),
      line('max_contacts', whole('maxContacts', phone.maxContacts ?? 1, 1, 10)),
      line('remove_existing', 'yes'),
      line('qualify_frequency', 60),
    ]),
  };
};
