// Carries out a plan: writes tables in one transaction, files batch by batch, then reloads the modules.
import type { PlannedFile } from './plan-run.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { ConfigRefused } from '../ami/config-refused.ts';
import { configOperations } from '@ringside/core/asterisk/config-update.ts';
import { sheetOf } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { isRegistration } from '@ringside/core/pbx/dialplan/flow-names.ts';
import { isTable, TABLES, TABLE_SHEETS } from '@ringside/core/pbx/realtime-tables.ts';
import type { TableChange } from './realtime-rows.ts';
import { eachAtOnce } from './at-once.ts';
import { readPart } from './read-pbx.ts';
import type { PbxReading } from './read-pbx.ts';

/** Modules that read a kind's files. Modules after the first one are not loaded on every PBX. */
const MODULES: Readonly<Record<PbxObjectKind, readonly string[]>> = {
  pjsip: ['res_pjsip.so', 'res_pjsip_endpoint_identifier_ip.so', 'res_pjsip_outbound_registration.so'],
  queue: ['app_queue.so'],
  voicemail: ['app_voicemail.so'],
  music: ['res_musiconhold.so'],
  dialplan: ['pbx_config.so'],
};

export const reloadKinds = async (
  link: Pick<ConfigLink, 'reload'>,
  kinds: ReadonlySet<PbxObjectKind>,
): Promise<void> => {
  for (const kind of kinds) for (const module of MODULES[kind]) await link.reload(module);
};

const writeFile = async (
  link: Pick<ConfigLink, 'create' | 'update' | 'read'>,
  planned: PlannedFile,
  wrote: () => void,
): Promise<void> => {
  const { name } = planned.file;
  if (planned.isNew) await link.create(name);
  for (const batch of planned.batches) {
    await link.update(name, batch);
    wrote();
  }
  // Asterisk has no lock against other writers between read and write, so the file is read again.
  const there = await readPart(link, name);
  if (configOperations(planned.file, there?.sections ?? []).length > 0) {
    throw new ConfigRefused('refused', { file: name, message: 'The file differs from what was written' });
  }
};

/**
 * Unregisters removed trunks first. Without the password a trunk cannot unregister, and its carrier would send calls until the registration
 * expires.
 */
const signOut = async (link: Pick<ConfigLink, 'unregister'>, files: readonly PlannedFile[]): Promise<void> => {
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
 * Writes the plan. A file that the PBX refuses does not block the others. Returns the PBX's message for each object of a refused file.
 * @throws LinkFailure; ConfigRefused if the login may not write at all
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
  // The parts of a sheet are independent of each other. Sheets keep their order.
  for (const parts of Map.groupBy(files, ({ file }) => sheetOf(file.name)).values())
    await eachAtOnce(
      parts.filter(({ file }) => !isTable(file.name)),
      async (planned) => {
        try {
          await writeFile(link, planned, wrote);
        } catch (error) {
          if (!(error instanceof ConfigRefused) || error.kind === 'denied') throw error;
          for (const key of planned.touches) refused.set(key, error.params['message'] ?? '');
        }
      },
    );
  return refused;
};

/** Returns the console's files after `writePlan`, which has read back each file that was not refused. */
export const partsAfter = (
  before: PbxReading['parts'],
  files: readonly PlannedFile[],
  refused: ReadonlyMap<string, string>,
): PbxReading['parts'] => {
  const written = files.filter(
    ({ file, touches }) => !isTable(file.name) && ![...touches].some((key) => refused.has(key)),
  );
  const after = { ...before };
  for (const [sheet, planned] of Map.groupBy(written, ({ file }) => sheetOf(file.name))) {
    if (sheet === null) continue;
    const own = planned.map(({ file }) => file);
    const names = new Set(own.map(({ name }) => name));
    after[sheet] = [...before[sheet].filter(({ name }) => !names.has(name)), ...own];
  }
  return after;
};
