// A trunk as PJSIP objects, as the context that its calls come in by, and as a place in the dialplan to call out by.
import { TRUNK_CALLER_IDS, TRUNK_FORMATS, TRUNK_MODES, TRUNK_TRANSPORTS } from '../base/call-flow.ts';
import { CODECS } from '../base/codecs.ts';
import { line, section } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { DIGITS, extensionLines, mustFit, plainId, wholeWithin } from './dialplan-lines.ts';
import { NUMBERS, trunkContext, trunkEndpoint } from './flow-names.ts';
import type { WantedTrunk } from './wanted-flow.ts';

export interface TrunkSections {
  /** Identification and registration among them: names of their own, as a file knows one section of a name. */
  readonly endpoints: readonly ConfigSection[];
  readonly auth: ConfigSection | null;
  readonly aor: ConfigSection;
  readonly incoming: ConfigSection;
  /** Of the context `ringside-trunks`. */
  readonly outgoing: readonly ConfigLine[];
}

const CODE = /^[a-z][a-z0-9-]{1,30}$/;
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$/;
const USERNAME = /^[A-Za-z0-9._+-]{1,64}$/;
/** Visible ASCII without what a configuration file or a URI means something by. */
const SECRET = /^[!-:<=?-[\]-~]{1,64}$/;
const NETWORK = /^[0-9a-fA-F.:]{2,39}\/[0-9]{1,3}$/;
const NUMBER = /^\+?[0-9]{2,15}$/;

const check = (trunk: WantedTrunk): void => {
  mustFit(CODE.test(trunk.code), 'code');
  mustFit(HOST.test(trunk.host), 'host');
  mustFit(TRUNK_MODES.includes(trunk.mode), 'mode');
  mustFit(TRUNK_TRANSPORTS.includes(trunk.transport), 'transport');
  mustFit(TRUNK_FORMATS.includes(trunk.format), 'format');
  mustFit(TRUNK_CALLER_IDS.includes(trunk.callerId), 'callerId');
  mustFit(trunk.codecs.length > 0 && trunk.codecs.every((codec) => CODECS.includes(codec)), 'codecs');
  mustFit(trunk.techPrefix === '' || /^[0-9]{1,10}$/.test(trunk.techPrefix), 'techPrefix');
  mustFit(trunk.callerIdNumber === '' || NUMBER.test(trunk.callerIdNumber), 'callerIdNumber');
  mustFit(trunk.username === '' ? trunk.mode === 'address' : USERNAME.test(trunk.username), 'username');
  mustFit(trunk.username === '' ? trunk.secret === '' : SECRET.test(trunk.secret), 'secret');
  for (const address of trunk.addresses) mustFit(NETWORK.test(address), 'addresses');
};

const uri = (trunk: WantedTrunk, user: string): string =>
  `sip:${user === '' ? '' : `${user}@`}${trunk.host}:${wholeWithin('port', trunk.port, 1, 65_535)}` +
  (trunk.transport === 'udp' ? '' : `;transport=${trunk.transport}`);

const endpoint = (trunk: WantedTrunk, name: string): ConfigSection =>
  section(name, [
    line('type', 'endpoint'),
    line('context', trunkContext(trunk.id)),
    line('aors', name),
    ...(trunk.username === '' ? [] : [line('outbound_auth', name)]),
    line('disallow', 'all'),
    line('allow', [...new Set(trunk.codecs)].join(',')),
    line('direct_media', 'no'),
    line('rtp_symmetric', 'yes'),
    line('trust_id_inbound', 'yes'),
    line('send_pai', 'yes'),
    line('send_connected_line', 'no'),
  ]);

const registration = (trunk: WantedTrunk, name: string): ConfigSection =>
  section(`${name}.registration`, [
    line('type', 'registration'),
    line('outbound_auth', name),
    line('server_uri', uri(trunk, '')),
    line('client_uri', uri(trunk, trunk.username)),
    line('contact_user', trunk.username),
    line('endpoint', name),
    line('line', 'yes'),
    line('retry_interval', 60),
    line('forbidden_retry_interval', 300),
    line('expiration', 600),
  ]);

/** Numbers as the carrier writes them → digits with country code. Any of its characters but digits are dropped. */
const incoming = (trunk: WantedTrunk): ConfigSection => {
  const to = (prefix: string, skipped: number): readonly string[] => [
    `Set(RINGSIDE_CALLED=${prefix}\${FILTER(0-9,\${EXTEN:${skipped}})})`,
    `GotoIf($[\${DIALPLAN_EXISTS(${NUMBERS},\${RINGSIDE_CALLED},1)} = 1]?${NUMBERS},\${RINGSIDE_CALLED},1)`,
    'Hangup(1)',
  ];
  const { dialling } = trunk;
  const home =
    dialling === null || !DIGITS.test(dialling.national)
      ? []
      : extensionLines(`_${dialling.national}ZXXXX!`, to(dialling.callingCode, dialling.national.length));
  const national = dialling !== null && dialling.callingCode === dialling.national ? [] : home;
  return section(trunkContext(trunk.id), [
    ...extensionLines('_+X!', to('', 1)),
    ...extensionLines('_00X!', to('', 2)),
    ...national,
    ...extensionLines('_X!', to('', 0)),
  ]);
};

const FORMATTED: Readonly<Record<WantedTrunk['format'], string>> = { e164: '+', digits: '', international: '00' };

const shownNumber = (trunk: WantedTrunk): readonly string[] => {
  switch (trunk.callerId) {
    case 'hidden':
      return ['Set(CALLERID(pres)=prohib)'];
    case 'trunk':
      return trunk.callerIdNumber === '' ? [] : [`Set(CALLERID(num)=${trunk.callerIdNumber})`];
    case 'line':
      return [`Set(CALLERID(num)=\${IF($["\${RINGSIDE_SHOWN}" = ""]?${trunk.callerIdNumber}:\${RINGSIDE_SHOWN})})`];
  }
};

/** `ARG1`: digits of E.164; `ARG2`: not empty for a number that is dialled as it is. Sets `RINGSIDE_NEXT` to 1 when another may try. */
const outgoing = (trunk: WantedTrunk): readonly ConfigLine[] => {
  const most = wholeWithin('maxCalls', trunk.maxCalls, 0, 10_000);
  const place = `t${plainId('id', trunk.id)}`;
  const before = `${trunk.techPrefix}${FORMATTED[trunk.format]}`;
  const written = before === '' ? '${ARG1}' : `\${IF($["\${ARG2}" = ""]?${before}:)}\${ARG1}`;
  return extensionLines(place, [
    'Set(RINGSIDE_NEXT=1)',
    ...(most === 0 ? [] : [`ExecIf($[\${GROUP_COUNT(${place}@ringside)} >= ${most}]?Return())`]),
    `Set(GROUP(ringside)=${place})`,
    ...shownNumber(trunk),
    'Set(CALLERID(name)=)',
    `Dial(PJSIP/${written}@${trunkEndpoint(trunk.code)},90)`,
    'ExecIf($["${DIALSTATUS}" != "CHANUNAVAIL" & "${DIALSTATUS}" != "CONGESTION"]?Set(RINGSIDE_NEXT=0))',
    'Return()',
  ]);
};

/** @throws ValueRefused naming the field that Asterisk must not be given */
export const trunkSections = (trunk: WantedTrunk): TrunkSections => {
  check(trunk);
  const name = trunkEndpoint(trunk.code);
  const matches = trunk.addresses.length === 0 ? [trunk.host] : trunk.addresses;
  return {
    endpoints: [
      endpoint(trunk, name),
      section(`${name}.identify`, [
        line('type', 'identify'),
        line('endpoint', name),
        ...matches.map((match) => line('match', match)),
      ]),
      ...(trunk.mode === 'registration' ? [registration(trunk, name)] : []),
    ],
    auth:
      trunk.username === ''
        ? null
        : section(name, [
            line('type', 'auth'),
            line('auth_type', 'userpass'),
            line('username', trunk.username),
            line('password', trunk.secret),
          ]),
    aor: section(name, [
      line('type', 'aor'),
      line('contact', uri(trunk, '')),
      line('qualify_frequency', trunk.qualify ? 60 : 0),
    ]),
    incoming: incoming(trunk),
    outgoing: outgoing(trunk),
  };
};
