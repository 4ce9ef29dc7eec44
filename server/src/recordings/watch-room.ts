// A customer whose recordings take all that he may keep records no more until there is room again: none is taken away for a new one.
// He and the platform's staff are told once.
import { notify, notifyEnd } from '../notifications/notify.ts';
import type { NotifyDeps } from '../notifications/notify.ts';
import { keepRoom, recordingRooms } from './room-queries.ts';

const MB = 1_000_000;

export const watchRecordingRoom = async (deps: NotifyDeps): Promise<void> => {
  for (const { customerId, name, bytes, mostMb } of await recordingRooms(deps.db)) {
    const full = mostMb !== null && bytes >= mostMb * MB;
    await keepRoom(deps.db, customerId, mostMb === null ? null : bytes, full);
    const openKey = `recordings-full:${customerId}`;
    if (!full) {
      await notifyEnd(deps, openKey, () => null);
      continue;
    }
    const news = { kind: 'recordings-full', params: { customerId, customerName: name, mb: mostMb } } as const;
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['update', 'customer'] }, openKey });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'recording'] }, openKey });
  }
};
