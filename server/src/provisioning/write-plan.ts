// Carries a plan out: tables in one go, files batch by batch, then the modules that read the files.
import type { PlannedFile } from './plan-run.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { ConfigRefused } from '../ami/config-refused.ts';
import { configOperations } from '@ringside/core/pbx/config-update.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { isRegistration } from '@ringside/core/pbx/flow-names.ts';
import { isTable, TABLES, TABLE_SHEETS } from '@ringside/core/pbx/realtime-tables.ts';
import type { TableChange } from './realtime-rows.ts';
import { readPart } from './read-pbx.ts';

/** Modules that read a kind's files. Those behind the first are not loaded everywhere. */
const MODULES: Readonly<Record<PbxObjectKind, readonly string[]>> = {
  pjsip: ['res_pjsip.so', 'res_pjsip_endpoint_identifier_ip.so', 'res_pjsip_outbound_registration.so'],
  queue: ['app_queue.so'],
  voicemail: ['app_voicemail.so'],
  music: ['res_musiconhold.so'],
  dialplan: ['pbx_config.so'],
};

export const reloadKinds = async (link: ConfigLink, kinds: ReadonlySet<PbxObjectKind>): Promise<void> => {
  for (const kind of kinds) for (const module of MODULES[kind]) await link.reload(module);
};

const writeFile = async (link: ConfigLink, planned: PlannedFile, wrote: () => void): Promise<void> => {
  const { name } = planned.file;
  if (planned.isNew) await link.create(name);
  for (const batch of planned.batches) {
    await link.update(name, batch);
    wrote();
  }
  // No lock keeps another writer out between Asterisk's reading and writing: what is there now is looked at again.
  const there = await readPart(link, name);
  if (configOperations(planned.file, there?.sections ?? []).length > 0) {
    throw new ConfigRefused('refused', { file: name, message: 'The file holds something else than was written' });
  }
};

/** With its password gone, a trunk can no longer sign out: its carrier would go on sending calls until the registration ends. */
const signOut = async (link: ConfigLink, files: readonly PlannedFile[]): Promise<void> => {
  for (const { file, batches } of files) {
    const stays = new Set(file.sections.map((section) => section.name));
    const gone = batches.flat().filter(({ action, section }) => action === 'DelCat' && !stays.has(section));
    for (const { section } of gone) if (isRegistration(section)) await link.unregister(section);
  }
};

const tableChanges = (files: readonly PlannedFile[]): readonly TableChange[] =>
  TABLE_SHEETS.flatMap((sheet) => {
    const planned = files.find(({ file }) => file.name === TABLES[sheet]);
    if (planned === undefined) return [];
    const touched = new Set(planned.batches.flat().map((operation) => operation.section));
    const written = planned.file.sections.filter((section) => touched.has(section.name));
    const stays = new Set(written.map((section) => section.name));
    return [{ sheet, written, removed: [...touched].filter((name) => !stays.has(name)) }];
  });

/**
 * A file that the PBX refuses holds up no other: its objects are answered with the PBX's words.
 * @throws LinkFailure, and ConfigRefused where the login may not write at all
 */
export const writePlan = async (
  link: ConfigLink,
  files: readonly PlannedFile[],
  writeTables: (changes: readonly TableChange[]) => Promise<void>,
  wrote: () => void,
): Promise<ReadonlyMap<string, string>> => {
  const refused = new Map<string, string>();
  await signOut(link, files);
  const changes = tableChanges(files);
  if (changes.length > 0) await writeTables(changes);
  changes.forEach(wrote);
  for (const planned of files.filter(({ file }) => !isTable(file.name))) {
    try {
      await writeFile(link, planned, wrote);
    } catch (error) {
      if (!(error instanceof ConfigRefused) || error.kind === 'denied') throw error;
      for (const key of planned.touches) refused.set(key, error.params['message'] ?? '');
    }
  }
  return refused;
};
