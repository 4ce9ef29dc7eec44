// Compares desired, actual and last written configuration. Plans the operations of a run and determines drift.
import { createHash } from 'node:crypto';
import type { ConfigFile } from '@ringside/core/asterisk/config-file.ts';
import { configOperations, operationBatches } from '@ringside/core/asterisk/config-update.ts';
import type { ConfigOperation } from '@ringside/core/asterisk/config-update.ts';
import { KIND_OF_SHEET, objectKey, objectText, objectsOf, sheetOf } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject, Sheet } from '@ringside/core/pbx/pbx-objects.ts';
import { placeFile } from '@ringside/core/pbx/place-files.ts';
import { isTable } from '@ringside/core/pbx/realtime-tables.ts';
import { PBX_FILES } from '@ringside/core/pbx/render.ts';
import { sourcesOf } from './read-pbx.ts';
import type { PbxReading } from './read-pbx.ts';
import type { StoredObject } from './queries.ts';

export const digestOf = (object: PbxObject): string => createHash('sha256').update(objectText(object)).digest('hex');

export interface PlannedFile {
  readonly file: ConfigFile;
  readonly isNew: boolean;
  /** One batch per AMI message. A table has one batch, for the database. */
  readonly batches: readonly (readonly ConfigOperation[])[];
  /** Objects that this file's operations write or remove. */
  readonly touches: ReadonlySet<string>;
}

export interface Plan {
  /** Desired objects that can be written, by `objectKey`. */
  readonly wanted: ReadonlyMap<string, PbxObject>;
  readonly digests: ReadonlyMap<string, string>;
  readonly actual: ReadonlyMap<string, PbxObject>;
  /** Objects changed on the PBX since they were written. Without `undo` they are left unchanged. */
  readonly drifted: ReadonlySet<string>;
  /** Objects in the console's files that the console never wrote. */
  readonly foreign: ReadonlySet<string>;
  readonly files: readonly PlannedFile[];
  readonly counts: { readonly created: number; readonly changed: number; readonly removed: number };
}

/** Parts of a phone precede its endpoint, so that an endpoint never exists without its password. */
const ORDER: readonly Sheet[] = ['aors', 'auths', 'endpoints', 'music', 'rules', 'queues', 'voicemail', 'dialplan'];

const without = (file: ConfigFile, keys: ReadonlySet<string>): ConfigFile => {
  const kind = KIND_OF_SHEET[sheetOf(file.name) ?? 'endpoints'];
  return { ...file, sections: file.sections.filter((section) => !keys.has(objectKey(kind, section.name))) };
};
const only = (file: ConfigFile, keys: ReadonlySet<string>): ConfigFile['sections'] => {
  const kind = KIND_OF_SHEET[sheetOf(file.name) ?? 'endpoints'];
  return file.sections.filter((section) => keys.has(objectKey(kind, section.name)));
};

const planFile = (target: ConfigFile, actual: ConfigFile | undefined): PlannedFile => {
  const operations = configOperations(target, actual?.sections ?? []);
  const kind = KIND_OF_SHEET[sheetOf(target.name) ?? 'endpoints'];
  return {
    file: target,
    isNew: actual === undefined,
    batches: isTable(target.name) ? (operations.length > 0 ? [operations] : []) : operationBatches(operations),
    touches: new Set(operations.map((operation) => objectKey(kind, operation.section))),
  };
};

/**
 * Plans a run. `files`: rendered files and tables, without objects that must not be written. `undo`: overwrite changes made on the
 * PBX, and remove objects from the console's files that it never wrote.
 */
export const planRun = (
  files: readonly ConfigFile[],
  reading: PbxReading,
  stored: readonly StoredObject[],
  undo: boolean,
): Plan => {
  const writable = files.map((file) => without(file, reading.taken));
  const wanted = objectsOf(writable);
  const digests = new Map([...wanted].map(([key, object]) => [key, digestOf(object)]));
  const actual = objectsOf(sourcesOf(reading));
  const writtenAs = new Map(
    stored.filter((object) => object.appliedHash !== '').map((o) => [`${o.kind} ${o.name}`, o.appliedHash]),
  );
  const actualDigest = (key: string): string => {
    const object = actual.get(key);
    return object === undefined ? '' : digestOf(object);
  };
  const drifted = new Set(
    [...digests]
      .filter(([key, digest]) => writtenAs.get(key) === digest && actualDigest(key) !== digest)
      .map(([k]) => k),
  );
  // Objects of an interrupted run are known too. Only objects that were found on the PBX are foreign.
  const known = new Set(
    stored.filter((o) => o.appliedHash !== '' || o.state !== 'drift').map((o) => `${o.kind} ${o.name}`),
  );
  const foreign = new Set([...actual.keys()].filter((key) => !wanted.has(key) && !known.has(key)));
  const kept = undo ? new Set<string>() : new Set([...drifted, ...foreign]);
  const tables = writable
    .filter((file) => isTable(file.name))
    .map((table) => {
      const there = reading.tables.find((each) => each.name === table.name) ?? { name: table.name, sections: [] };
      return planFile({ ...table, sections: [...without(table, kept).sections, ...only(there, kept)] }, there);
    });
  const inFiles = ORDER.flatMap((sheet) => {
    const rendered = writable.find((file) => file.name === PBX_FILES[sheet]) ?? {
      name: PBX_FILES[sheet],
      sections: [],
    };
    const parts = reading.parts[sheet];
    return placeFile(rendered, parts, sheet === 'dialplan').map((part, i) => {
      const there = parts[i];
      const sections = [...without(part, kept).sections, ...(there === undefined ? [] : only(there, kept))];
      return planFile({ ...part, sections }, there);
    });
  });
  // Tables first, so that an object that moves from a file to a table always exists.
  const planned = [...tables, ...inFiles];
  const touched = new Set(planned.flatMap((file) => [...file.touches]));
  const count = (is: (key: string) => boolean): number => [...touched].filter(is).length;
  return {
    wanted,
    digests,
    actual,
    drifted,
    foreign,
    files: planned.filter((file) => file.batches.length > 0),
    counts: {
      created: count((key) => wanted.has(key) && !actual.has(key)),
      changed: count((key) => wanted.has(key) && actual.has(key)),
      removed: count((key) => !wanted.has(key)),
    },
  };
};
