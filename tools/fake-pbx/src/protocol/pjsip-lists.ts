// Lists of PJSIP endpoints and contacts (class `system`), with passwords in clear text, as in Asterisk.
import { contactOf, type Contact } from '../sim/contacts.ts';
import { endpointFields } from '../sim/endpoint-options.ts';
import { render } from '../sim/emit.ts';
import type { Options } from '../sim/loaded.ts';
import type { Device, World } from '../sim/model.ts';
import { list, refusal, type ListItem } from './reply.ts';
import type { Request } from './request.ts';

const STATE_TEXT = [
  'Unknown',
  'Not in use',
  'In use',
  'Busy',
  'Invalid',
  'Unavailable',
  'Ringing',
  'Ring+Inuse',
  'On Hold',
] as const;

const item = (event: string, fields: readonly (readonly [string, string | number])[]): ListItem => ({
  event,
  idFirst: true,
  body: render(fields),
});

const deviceOf = (world: World, endpoint: string): Device | undefined => world.devices.get(`PJSIP/${endpoint}`);
const stateOf = (device: Device | undefined): string => STATE_TEXT[device?.state ?? 5] ?? 'Unknown';
const contactOn = (world: World, endpoint: string): Contact | null => {
  const device = deviceOf(world, endpoint);
  return device ? contactOf(world, device) : null;
};

const endpointItem = (world: World, name: string, options: Options): ListItem => {
  const contact = contactOn(world, name);
  const device = deviceOf(world, name);
  return item('EndpointList', [
    ['ObjectType', 'endpoint'],
    ['ObjectName', name],
    ['Transport', options.get('transport') ?? ''],
    ['Aor', options.get('aors') ?? ''],
    ['Auths', options.get('auth') ?? ''],
    ['OutboundAuths', options.get('outbound_auth') ?? ''],
    ['Contacts', contact ? `${name}/${contact.uri},` : ''],
    ['DeviceState', stateOf(device)],
    ['ActiveChannels', device?.channels.size ?? 0],
  ]);
};

export const showEndpoints = (world: World, r: Request): string =>
  list(
    r,
    'A listing of Endpoints follows, presented as EndpointList events',
    [...world.loaded.endpoints].map(([name, options]) => endpointItem(world, name, options)),
    'EndpointListComplete',
  );

const authFields = (name: string, options: Options): readonly (readonly [string, string])[] => [
  ['ObjectType', 'auth'],
  ['ObjectName', name],
  ['OauthSecret', ''],
  ['PasswordDigest', ''],
  ['SupportedAlgorithmsUas', 'MD5'],
  ['RefreshToken', ''],
  ['Username', options.get('username') ?? ''],
  ['Md5Cred', ''],
  ['Realm', options.get('realm') ?? ''],
  // `userpass` is the older name of `digest`.
  ['AuthType', (options.get('auth_type') ?? 'userpass') === 'userpass' ? 'digest' : (options.get('auth_type') ?? '')],
  ['Password', options.get('password') ?? ''],
  ['SupportedAlgorithmsUac', 'MD5'],
  ['NonceLifetime', '32'],
  ['OauthClientid', ''],
];

const isYes = (text: string | undefined): string => (/^(yes|true|on|1)$/i.test(text ?? '') ? 'true' : 'false');

const aorFields = (name: string, options: Options, contact: Contact | null) =>
  [
    ['ObjectType', 'aor'],
    ['ObjectName', name],
    ['MinimumExpiration', options.get('minimum_expiration') ?? '60'],
    ['DefaultExpiration', options.get('default_expiration') ?? '3600'],
    ['QualifyTimeout', '3.000000'],
    ['Qualify2xxOnly', 'false'],
    ['Mailboxes', options.get('mailboxes') ?? ''],
    ['SupportPath', isYes(options.get('support_path'))],
    ['RemoveUnavailable', isYes(options.get('remove_unavailable'))],
    ['VoicemailExtension', options.get('voicemail_extension') ?? ''],
    ['MaxContacts', options.get('max_contacts') ?? '0'],
    ['AuthenticateQualify', 'false'],
    // The static contact of the file, and the registered one.
    ['Contacts', [options.get('contact'), contact?.uri].flatMap((uri) => (uri ? [`${name}/${uri}`] : [])).join(',')],
    ['MaximumExpiration', options.get('maximum_expiration') ?? '7200'],
    ['QualifyFrequency', options.get('qualify_frequency') ?? '0'],
    ['RemoveExisting', isYes(options.get('remove_existing'))],
    ['OutboundProxy', ''],
  ] as const;

const statusItem = (world: World, name: string, contact: Contact): ListItem =>
  item('ContactStatusDetail', [
    ['AOR', name],
    ['URI', contact.uri],
    ['UserAgent', contact.userAgent],
    ['RegExpire', contact.expires],
    ['ViaAddress', `${contact.address}:${contact.port}`],
    ['CallID', contact.callId],
    ['Status', 'Reachable'],
    ['RoundtripUsec', contact.roundTripMicros],
    ['EndpointName', name],
    ['ID', contact.id],
    ['AuthenticateQualify', 0],
    ['OutboundProxy', ''],
    ['Path', ''],
    ['QualifyFrequency', world.loaded.aors.get(name)?.get('qualify_frequency') ?? 0],
    ['QualifyTimeout', '3.000'],
    ['Qualify2xxOnly', 0],
  ]);

/** Adds the netmask, as Asterisk does. */
const withMask = (match: string): string => {
  const [address = '', bits = '32'] = match.split('/');
  const mask = 2 ** 32 - 2 ** (32 - Number(bits));
  return `${address}/${[24, 16, 8, 0].map((at) => Math.floor(mask / 2 ** at) % 256).join('.')}`;
};

const identifyItems = (world: World, endpoint: string): readonly ListItem[] =>
  world.loaded.identifies
    .filter((each) => each.endpoint === endpoint)
    .map(({ name, matches }) =>
      item('IdentifyDetail', [
        ['ObjectType', 'identify'],
        ['ObjectName', name],
        ['SrvLookups', 'true'],
        [
          'Match',
          matches
            .filter((match) => /^[\d./]+$/.test(match))
            .map(withMask)
            .join(','),
        ],
        ['Endpoint', endpoint],
        ['EndpointName', endpoint],
      ]),
    );

export const showEndpoint = (world: World, r: Request): string => {
  const name = r.get('Endpoint');
  // Asterisk also sends these bare line feeds before CRLF.
  if (name === '') return refusal(r, 'PJSIPShowEndpoint requires an endpoint name\n');
  const options = world.loaded.endpoints.get(name);
  if (!options) return refusal(r, `Unable to retrieve endpoint ${name}\n`);
  const contact = contactOn(world, name);
  const device = deviceOf(world, name);
  const [auth, aor] = [world.loaded.auths.get(name), world.loaded.aors.get(name)];
  return list(
    r,
    'Following are Events for each object associated with the Endpoint',
    [
      item('EndpointDetail', [
        ['ObjectType', 'endpoint'],
        ['ObjectName', name],
        ...endpointFields(options),
        ['DeviceState', stateOf(device)],
        ['ActiveChannels', device?.channels.size ?? 0],
      ]),
      ...(auth ? [item('AuthDetail', [...authFields(name, auth), ['EndpointName', name]])] : []),
      ...(aor
        ? [
            item('AorDetail', [
              ...aorFields(name, aor, contact),
              ['TotalContacts', contact ? 1 : 0],
              ['ContactsRegistered', contact ? 1 : 0],
              ['EndpointName', name],
            ]),
          ]
        : []),
      ...identifyItems(world, name),
      ...(contact && aor ? [statusItem(world, name, contact)] : []),
    ],
    'EndpointDetailComplete',
  );
};

export const showAuths = (world: World, r: Request): string =>
  list(
    r,
    'A listing of Auths follows, presented as AuthList events',
    [...world.loaded.auths].map(([name, options]) => item('AuthList', authFields(name, options))),
    'AuthListComplete',
  );

export const showAors = (world: World, r: Request): string =>
  list(
    r,
    'A listing of AORs follows, presented as AorList events',
    [...world.loaded.aors].map(([name, options]) => item('AorList', aorFields(name, options, contactOn(world, name)))),
    'AorListComplete',
  );

const contacts = (world: World): readonly (readonly [string, Contact])[] =>
  [...world.loaded.endpoints.keys()].flatMap((name) => {
    const contact = contactOn(world, name);
    return contact && world.loaded.aors.has(name) ? [[name, contact] as const] : [];
  });

export const showContacts = (world: World, r: Request): string => {
  if (contacts(world).length === 0) return refusal(r, 'No Contacts found\n');
  return list(
    r,
    'A listing of Contacts follows, presented as ContactList events',
    contacts(world).map(([name, c]) =>
      item('ContactList', [
        ['ObjectType', 'contact'],
        ['ObjectName', c.id],
        ['ViaAddr', c.address],
        ['QualifyTimeout', '3.000000'],
        ['Qualify2xxOnly', 'false'],
        ['CallId', c.callId],
        ['RegServer', world.plan.systemName],
        ['PruneOnBoot', 'no'],
        ['Path', ''],
        ['Endpoint', name],
        ['ViaPort', c.port],
        ['AuthenticateQualify', 'no'],
        ['Uri', c.uri],
        ['QualifyFrequency', world.loaded.aors.get(name)?.get('qualify_frequency') ?? 0],
        ['UserAgent', c.userAgent],
        ['ExpirationTime', c.expires],
        ['OutboundProxy', ''],
        ['Status', 'Reachable'],
        ['RoundtripUsec', c.roundTripMicros],
      ]),
    ),
    'ContactListComplete',
  );
};

export const showInboundContacts = (world: World, r: Request): string =>
  list(
    r,
    'Following are ContactStatusEvents for each Inbound registration',
    contacts(world).map(([name, c]) => statusItem(world, name, c)),
    'ContactStatusDetailComplete',
  );
