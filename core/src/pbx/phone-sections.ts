// A subscriber as PJSIP objects. Endpoint, auth and aor bear the same name, each in a file of its own: `UpdateConfig`
// cannot tell two sections of one name in one file apart.
import { line, section, ValueRefused } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { CODECS } from '../base/codecs.ts';
import type { PbxTransport } from '../base/line-transports.ts';
import { transportLine } from './line-transport.ts';
import type { WantedSubscriber } from './wanted.ts';

export interface PhoneSections {
  readonly endpoint: ConfigSection;
  readonly auth: ConfigSection;
  readonly aor: ConfigSection;
}

export const EXTENSION = /^[0-9]{2,10}$/;
const SECRET = /^[A-Za-z0-9]{20,80}$/;
const NETWORK = /^[0-9a-fA-F.:]{2,39}\/[0-9]{1,3}$/;
/** `ps_endpoints.callerid` holds 40 characters; quotes and angles are its grammar. */
const DISPLAY_NAME = /^[^"<>,\\]{1,27}$/;

const must = (ok: boolean, field: string): void => {
  if (!ok) throw new ValueRefused(field, 'shape');
};
const whole = (field: string, value: number, from: number, to: number): number => {
  must(Number.isInteger(value) && value >= from && value <= to, field);
  return value;
};

/** The section name and `PJSIP/<name>` of a line: unique on a PBX, as a code is and an extension is all digits. */
export const endpointName = (code: string, extension: string): string => `${code}-${extension}`;

/** The only context that the phones of a tenant may dial into. */
export const contextName = (code: string): string => `${code}-out`;

const networks = (addresses: readonly string[]): readonly ConfigLine[] => {
  if (addresses.length === 0) return [];
  for (const address of addresses) must(NETWORK.test(address), 'addresses');
  return [line('deny', '0.0.0.0/0'), line('deny', '::/0'), ...addresses.map((address) => line('permit', address))];
};

/** @throws ValueRefused naming the field that Asterisk must not be given */
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
  // No other tenant's code begins with this one and a dot.
  const group = pickupGroup === '' ? code : `${code}.${pickupGroup}`;
  return {
    endpoint: section(name, [
      line('type', 'endpoint'),
      ...transportLine(phone.transport, transports),
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
