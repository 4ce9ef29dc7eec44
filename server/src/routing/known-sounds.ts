// Checks that sound fields refer only to sounds of the same customer.
import { uploadedIdOf } from '@ringside/core/routing/sound-name.ts';
import { Refusal } from '../platform/caller/refusal.ts';
import type { Db } from '../platform/db/connect.ts';

/** `sounds`: by field. Files of the PBX are not checked. A sound of another customer is treated as unknown. */
export const refuseUnknownSounds = async (
  tx: Db,
  customerId: string,
  sounds: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  for (const [field, name] of Object.entries(sounds)) {
    const id = name === undefined ? null : uploadedIdOf(name);
    if (id === null) continue;
    const known = await tx
      .selectFrom('prompts')
      .select('id')
      .where('id', '=', id)
      .where('customerId', '=', customerId)
      .executeTakeFirst();
    if (known === undefined) throw new Refusal('not-found', { errors: [{ path: field, code: 'unknown' }] });
  }
};
