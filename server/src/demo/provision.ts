// Lets the demo's console configure its PBXs, and then changes a phone on the PBX as if by hand, so that the user can undo or
// keep the change.
import type { FakePbx } from '../../../tools/fake-pbx/src/create-fake-pbx.ts';
import { loadModule } from '../../../tools/fake-pbx/src/sim/load-modules.ts';
import type { Api } from './api.ts';
import { CONFIG_LOGIN } from './demo-logins.ts';

const CHANGED_BY_HAND = { name: 'aurora-104', option: 'callerid', value: '"Recepción" <104>' };

/** Takes effect when the server is switched on. */
export const setUpProvisioning = async (api: Api, serverIds: Iterable<number>): Promise<void> => {
  const { username, secret } = CONFIG_LOGIN;
  for (const id of serverIds)
    await api.patch(`/endpoints/${id}/provisioning`, { enabled: true, username, secret, checkMinutes: 15 });
};

const PATIENCE_MS = 30_000;

const untilWritten = async (api: Api, id: number): Promise<boolean> => {
  const late = Date.now() + PATIENCE_MS;
  while (Date.now() < late) {
    const now = await api.get<{ status: string; counts: { applied: number } }>(`/endpoints/${id}/provisioning`);
    if (now.status === 'idle' && now.counts.applied > 0) return true;
    await new Promise((done) => setTimeout(done, 250));
  }
  return false;
};

const changeByHand = (pbx: FakePbx): boolean => {
  const { disk } = pbx.world().loaded;
  const { name, option, value } = CHANGED_BY_HAND;
  for (const [fileName, file] of disk) {
    const section = file.sections.find((s) => s.name === name && s.lines.some((l) => l.name === option));
    if (section === undefined) continue;
    const lines = section.lines.map((l) => (l.name === option ? { ...l, value } : l));
    disk.set(fileName, { ...file, sections: file.sections.map((s) => (s === section ? { ...s, lines } : s)) });
    loadModule(pbx.world(), 'res_pjsip');
    return true;
  }
  return false;
};

/** Waits until each PBX is configured, then changes a phone by hand and checks the PBX again. Skips a PBX that is not ready in time. */
export const watchProvisioning = async (api: Api, pbxs: ReadonlyMap<number, FakePbx>): Promise<void> => {
  for (const [id, pbx] of pbxs) {
    if (!(await untilWritten(api, id)) || !changeByHand(pbx)) continue;
    await api.post(`/endpoints/${id}/provisioning/check`, {});
  }
};
