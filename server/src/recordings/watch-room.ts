// A customer whose recordings take all that he may keep records no more until there is room again: none is taken away for a new one.
// He and the platform's staff are told once.
import { notify, notifyEnd } from '../notifications/notify.ts';
import type { NotifyDeps } from '../notifications/notify.ts';
import { keepRoom, recordingRooms } from './room-queries.ts';

const MB = 1_000_000;

export const watchRecordingRoom = async (deps: NotifyDeps): Promise<void> => {
  const rooms = await recordingRooms(deps.db);
  const filled = new Set(
    rooms.filter(({ bytes, mostMb }) => mostMb !== null && bytes >= mostMb * MB).map(({ customerId }) => customerId),
  );
  for (const { customerId, above, name, bytes, mostMb } of rooms) {
    const full = filled.has(customerId);
    await keepRoom(deps.db, customerId, mostMb === null ? null : bytes, full || above.some((id) => filled.has(id)));
    const openKey = `recordings-full:${customerId}`;
    if (!full || mostMb === null) {
      await notifyEnd(deps, openKey, () => null);
      continue;
    }
    const news = { kind: 'recordings-full', params: { customerId, customerName: name, mb: mostMb } } as const;
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['update', 'customer'] }, openKey });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'recording'] }, openKey });
  }
};
