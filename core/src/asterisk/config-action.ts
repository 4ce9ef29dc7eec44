// Encodes the actions of the AMI login that configures a PBX server, except `UpdateConfig` (see core/pbx). Only the console's own files,
// the files that include them and the files of its database connection may be named. Reads a single login of manager.conf and only the
// transports of pjsip.conf.
import { ActionRefused } from './action.ts';

const OWN = /^ringside_[a-z]{1,30}(_[0-9]{1,4})?\.conf$/;
const PARENT = /^(pjsip|queues|queuerules|voicemail|musiconhold|extensions)\.conf$/;
const TO_DATABASE = /^(res_pgsql|extconfig|sorcery)\.conf$/;
const SECTION = /^[^\p{Cc}\p{Cs}\u2028\u2029,=()[\]&|]{1,80}$/u;
const PIN_OF_BOX = /^VM_INFO\([0-9]{2,10}@[a-z][a-z0-9-]{1,30},password\)$/;
/** The only two CLI commands the console runs. AMI has no other way to list music files and transports. */
export const MUSIC_FILES = 'moh show files';
export const TRANSPORTS = 'pjsip show transports';
/** Reads only the transports of pjsip.conf, never a password, for a login without the command permission. */
export const TRANSPORTS_ALONE = { Filename: 'pjsip.conf', Filter: 'type=transport' };
/** The console's keys in the Asterisk database (AstDB): the numbers that a customer's plan rejects. */
const FAMILY = /^ringside-rate(-tables|s-[0-9a-f]{16})$/;
const KEY = /^[a-z0-9-]{1,40}$/;
const VALUE = /^[a-z0-9-]{1,60}$/;
const MODULE = /^[a-z_]{1,60}\.so$/;

type Fields = Readonly<Record<string, string>>;

const isOneLogin = (fields: Fields): boolean =>
  fields['Filename'] === 'manager.conf' && SECTION.test(fields['Category'] ?? '');

const isTransports = (fields: Fields): boolean =>
  fields['Filename'] === TRANSPORTS_ALONE.Filename && fields['Filter'] === TRANSPORTS_ALONE.Filter;

const CONFIG_ACTIONS: Readonly<Record<string, (fields: Fields) => boolean>> = {
  CreateConfig: ({ Filename = '' }) => OWN.test(Filename),
  GetConfig: (fields) =>
    OWN.test(fields['Filename'] ?? '') ||
    TO_DATABASE.test(fields['Filename'] ?? '') ||
    isOneLogin(fields) ||
    isTransports(fields),
  ListCategories: ({ Filename = '' }) => OWN.test(Filename) || PARENT.test(Filename),
  Reload: ({ Module = '' }) => MODULE.test(Module),
  ModuleCheck: ({ Module = '' }) => MODULE.test(Module),
  PJSIPShowEndpoints: () => true,
  PJSIPShowEndpoint: ({ Endpoint = '' }) => /^[A-Za-z0-9_.-]{1,80}$/.test(Endpoint),
  PJSIPShowRegistrationsOutbound: () => true,
  VoicemailUsersList: () => true,
  Getvar: ({ Variable = '' }) => PIN_OF_BOX.test(Variable),
  Command: ({ Command = '' }) => Command === MUSIC_FILES || Command === TRANSPORTS,
  PJSIPUnregister: ({ Registration = '' }) => /^trunk\.[a-z0-9.-]{1,60}$/.test(Registration),
  DBGet: ({ Family = '', Key = '' }) => FAMILY.test(Family) && KEY.test(Key),
  DBPut: ({ Family = '', Key = '', Val = '' }) => FAMILY.test(Family) && KEY.test(Key) && VALUE.test(Val),
  DBDel: ({ Family = '', Key = '' }) => FAMILY.test(Family) && KEY.test(Key),
  DBDelTree: ({ Family = '' }) => FAMILY.test(Family),
  ShowDialPlan: ({ Context = '' }) => /^[A-Za-z0-9_.-]{1,79}$/.test(Context),
};
const HEADERS = new Set([
  'Filename',
  'Category',
  'Filter',
  'Module',
  'Context',
  'Registration',
  'Endpoint',
  'Variable',
  'Command',
  'Family',
  'Key',
  'Val',
]);

/** @throws ActionRefused */
export const encodeConfigAction = (name: string, actionId: string, fields: Fields): string => {
  const allowed = Object.hasOwn(CONFIG_ACTIONS, name) ? CONFIG_ACTIONS[name] : undefined;
  if (allowed === undefined) throw new ActionRefused('unknown-action', name);
  const unknown = Object.keys(fields).find((header) => !HEADERS.has(header));
  if (unknown !== undefined) throw new ActionRefused('unknown-header', unknown);
  if (!allowed(fields)) throw new ActionRefused('value-not-allowed', name);
  const lines = Object.entries(fields).map(([header, value]) => `${header}: ${value}\r\n`);
  return `Action: ${name}\r\nActionID: ${actionId}\r\n${lines.join('')}\r\n`;
};
