import type { SipAccount } from '@ringside/core/contract/subscribers/subscriber.ts';

interface SoftphoneText {
  readonly key: 'linphone' | 'zoiper' | 'microsip' | 'deskPhone' | 'webPhone';
  readonly name: string | null;
  readonly text: string;
}

type Account = Pick<SipAccount, 'sipUsername' | 'secret' | 'sipHost' | 'name'>;

/** Removes the port from a host name or IPv4 address. IPv6 addresses stay unchanged. */
const hostAlone = (host: string): string => (/^[^:]+:\d{1,5}$/.test(host) ? host.replace(/:\d+$/, '') : host);

const lines = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([field, value]) => `${field}: ${value}`).join('\n');

/**
 * Returns the settings for common phones, with their English setting names, as in the manufacturers' documentation. `…` replaces an unknown
 * server address.
 */
export const softphoneTexts = ({ sipUsername, secret, sipHost, name }: Account): readonly SoftphoneText[] => {
  const host = sipHost === '' ? '…' : sipHost;
  return [
    {
      key: 'linphone',
      name: 'Linphone',
      text: lines([
        ['Username', sipUsername],
        ['Display name', name],
        ['SIP domain', host],
        ['Password', secret],
        ['Transport', 'UDP'],
      ]),
    },
    {
      key: 'zoiper',
      name: 'Zoiper',
      text: lines([
        ['Username / Login', `${sipUsername}@${host}`],
        ['Password', secret],
        ['Hostname or provider', host],
        ['Authentication username', sipUsername],
      ]),
    },
    {
      key: 'microsip',
      name: 'MicroSIP',
      text: lines([
        ['SIP server', host],
        ['Username', sipUsername],
        ['Domain', host],
        ['Login', sipUsername],
        ['Password', secret],
        ['Display name', name],
      ]),
    },
    {
      key: 'deskPhone',
      name: null,
      text: lines([
        ['SIP server / Registrar', host],
        ['SIP user ID', sipUsername],
        ['Authenticate ID', sipUsername],
        ['Authenticate password', secret],
        ['Name', name],
      ]),
    },
    {
      key: 'webPhone',
      name: null,
      text: lines([
        ['WebSocket', `wss://${hostAlone(host)}:8089/ws`],
        ['SIP URI', `sip:${sipUsername}@${hostAlone(host)}`],
        ['Password', secret],
      ]),
    },
  ];
};
