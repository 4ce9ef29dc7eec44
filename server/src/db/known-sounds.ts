// Fields that name a sound may name one of the same customer alone.
import { uploadedIdOf } from '@ringside/core/base/sound-name.ts';
import { Refusal } from '../http/errors.ts';
import type { Db } from './connect.ts';

/** `sounds`: by field; files of the PBX are not looked for. Another customer's sound answers as an unknown one does. */
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
