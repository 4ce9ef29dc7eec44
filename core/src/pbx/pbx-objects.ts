// Groups the rendered sections by PBX object (a phone's endpoint, auth and aor are one object) and finds the row of each object.
import { keysOf } from '../base/keys-of.ts';
import type { ConfigFile, ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import { contextName, endpointName } from './phone-sections.ts';
import { TABLES, TABLE_SHEETS } from './realtime-tables.ts';
import { PBX_FILES } from './render.ts';
import type { WantedPbx } from './wanted.ts';
import { musicClass } from './sounds.ts';
import { trunkEndpoint } from './dialplan/flow-names.ts';

export type PbxObjectKind = 'pjsip' | 'queue' | 'voicemail' | 'music' | 'dialplan';
export type Sheet = keyof typeof PBX_FILES;

export const SHEETS = keysOf(PBX_FILES);
export const KIND_OF_SHEET: Readonly<Record<Sheet, PbxObjectKind>> = {
  endpoints: 'pjsip',
  auths: 'pjsip',
  aors: 'pjsip',
  queues: 'queue',
  rules: 'queue',
  voicemail: 'voicemail',
  music: 'music',
  dialplan: 'dialplan',
};

/** The file of the PBX server that includes a sheet's files. */
export const INCLUDED_BY: Readonly<Record<Sheet, string>> = {
  endpoints: 'pjsip.conf',
  auths: 'pjsip.conf',
  aors: 'pjsip.conf',
  queues: 'queues.conf',
  rules: 'queuerules.conf',
  voicemail: 'voicemail.conf',
  music: 'musiconhold.conf',
  dialplan: 'extensions.conf',
};
export const includeLine = (sheet: Sheet): string => `#tryinclude ${PBX_FILES[sheet].replace(/\.conf$/, '*.conf')}`;

export const objectKey = (kind: PbxObjectKind, name: string): string => `${kind} ${name}`;

/** Maps `ringside_queues_2.conf` and `pbx_queues` to `queues`. */
export const sheetOf = (file: string): Sheet | null =>
  SHEETS.find((sheet) => file.replace(/_[0-9]+\.conf$/, '.conf') === PBX_FILES[sheet]) ??
  TABLE_SHEETS.find((sheet) => file === TABLES[sheet]) ??
  null;

export interface PbxObject {
  readonly kind: PbxObjectKind;
  readonly name: string;
  /** All sections of the object, with their sheets. */
  readonly sections: readonly (ConfigSection & { readonly sheet: Sheet })[];
}

/** Returns the objects by `objectKey`, in the order of the files. */
export const objectsOf = (files: readonly ConfigFile[]): ReadonlyMap<string, PbxObject> => {
  const objects = new Map<string, PbxObject & { sections: (ConfigSection & { sheet: Sheet })[] }>();
  for (const file of files) {
    const sheet = sheetOf(file.name);
    if (sheet === null) continue;
    const kind = KIND_OF_SHEET[sheet];
    for (const section of file.sections) {
      const key = objectKey(kind, section.name);
      const known = objects.get(key) ?? { kind, name: section.name, sections: [] };
      known.sections.push({ ...section, sheet });
      objects.set(key, known);
    }
  }
  return objects;
};

/** `201` of `exten => 201,1,…`. Lines of one extension have an order, extensions have none. */
const extensionOf = (line: ConfigLine): string => (line.name === 'exten' ? (line.value.split(',', 1)[0] ?? '') : '');
const inAnyOrder = (lines: readonly ConfigLine[]): readonly ConfigLine[] =>
  lines.toSorted((a, b) => {
    const [one, other] = [extensionOf(a), extensionOf(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });

/** Returns the same text for the same object, however its lines are spread over files. Used for digests. */
export const objectText = (object: PbxObject): string => {
  const text = (lines: readonly ConfigLine[]): string => lines.map((l) => `${l.name}=${l.value}\n`).join('');
  if (object.kind === 'dialplan') return text(inAnyOrder(object.sections.flatMap((s) => s.lines)));
  return object.sections.map((s) => `${s.sheet}\n${text(s.lines)}`).join('');
};

interface ObjectOwner {
  readonly resource: string;
  readonly id: string;
}

/** Returns the owners of the objects by `objectKey`. Contexts belong to the tenant, with its code as ID. */
export const ownersOf = (wanted: WantedPbx): ReadonlyMap<string, ObjectOwner> => {
  const owners = new Map<string, ObjectOwner>();
  for (const trunk of wanted.trunks ?? []) {
    const owner = { resource: 'trunk', id: trunk.id };
    for (const end of ['', '.identify', '.registration']) {
      owners.set(objectKey('pjsip', `${trunkEndpoint(trunk.code)}${end}`), owner);
    }
  }
  for (const tenant of wanted.tenants) {
    owners.set(objectKey('dialplan', contextName(tenant.code)), { resource: 'tenant', id: tenant.code });
    owners.set(objectKey('voicemail', tenant.code), { resource: 'tenant', id: tenant.code });
    for (const phone of tenant.subscribers) {
      owners.set(objectKey('pjsip', endpointName(tenant.code, phone.extension)), {
        resource: 'subscriber',
        id: phone.id,
      });
    }
    for (const { id } of tenant.music ?? []) {
      owners.set(objectKey('music', musicClass(tenant.code, id)), { resource: 'prompt', id });
    }
    for (const queue of tenant.queues) {
      owners.set(objectKey('queue', queue.name), { resource: 'queue', id: queue.id });
    }
  }
  return owners;
};
