// Stops recording for customers whose recording quota is used up, until space is free again. Old recordings are not deleted for
// new ones. Notifies the customer and platform staff once.
import { notify, notifyEnd } from '../../boards/notification/notify.ts';
import type { NotifyDeps } from '../../boards/notification/notify.ts';
import { saveRecordingUsage, recordingUsages } from './recording-usage-queries.ts';

const MB = 1_000_000;

export const watchRecordingQuotas = async (deps: NotifyDeps): Promise<void> => {
  const usages = await recordingUsages(deps.db);
  const filled = new Set(
    usages.filter(({ bytes, mostMb }) => mostMb !== null && bytes >= mostMb * MB).map(({ customerId }) => customerId),
  );
  for (const { customerId, above, name, bytes, mostMb } of usages) {
    const full = filled.has(customerId);
    await saveRecordingUsage(
      deps.db,
      customerId,
      mostMb === null ? null : bytes,
      full || above.some((id) => filled.has(id)),
    );
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
