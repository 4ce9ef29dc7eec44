// Carries a plan out: files, batch by batch, then the modules that read them.
import type { PlannedFile } from './plan-run.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { ConfigRefused } from '../ami/config-link.ts';
import { configOperations } from '@ringside/core/pbx/config-update.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { readPart } from './read-pbx.ts';

/** Modules that read a kind's files. Those behind the first are not loaded everywhere. */
const MODULES: Readonly<Record<PbxObjectKind, readonly string[]>> = {
  pjsip: ['res_pjsip.so', 'res_pjsip_endpoint_identifier_ip.so', 'res_pjsip_outbound_registration.so'],
  queue: ['app_queue.so'],
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

/**
 * A file that the PBX refuses holds up no other: its objects are answered with the PBX's words.
 * @throws LinkFailure, and ConfigRefused where the login may not write at all
 */
export const writePlan = async (
  link: ConfigLink,
  files: readonly PlannedFile[],
  wrote: () => void,
): Promise<ReadonlyMap<string, string>> => {
  const refused = new Map<string, string>();
  for (const planned of files) {
    try {
      await writeFile(link, planned, wrote);
    } catch (error) {
      if (!(error instanceof ConfigRefused) || error.kind === 'denied') throw error;
      for (const key of planned.touches) refused.set(key, error.params['message'] ?? '');
    }
  }
  return refused;
};
