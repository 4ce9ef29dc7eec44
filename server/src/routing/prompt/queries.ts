import { sql } from 'kysely';
import { prompts } from '@ringside/core/contract/routing/prompt.ts';
import type { Db } from '../../platform/db/connect.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import { newToken } from '../../platform/sessions/token.ts';
import { soundIn, telephoneSound } from './telephone-sound.ts';
import { markChangedPrompts } from '../../pbx/provisioning/mark-changes.ts';

const select = (db: Db) =>
  db
    .selectFrom('prompts as p')
    .innerJoin('customers as c', 'c.id', 'p.customerId')
    .select(['p.id', 'p.customerId', 'c.name as customerName', 'p.name', 'p.seconds', 'p.bytes'])
    .select(['p.createdAt', 'p.updatedAt', 'p.version'])
    .select([
      sql<string>`'/sounds/' || p.sound_key || '.wav'`.as('path'),
      sql<string[]>`(select coalesce(jsonb_agg(u.name order by lower(u.name)), '[]') from (
        select i.name from ivrs i where p.id in (i.prompt_uploaded, i.invalid_prompt_uploaded)
        union all select s.extension || ' ' || s.name from subscribers s where p.id in
          (s.voicemail_greeting_uploaded, s.voicemail_busy_greeting_uploaded, s.voicemail_name_greeting_uploaded)
        union all select coalesce(nullif(q.label, ''), q.name) from queues q
          where p.id in (q.agent_announcement_uploaded, q.periodic_announcement_uploaded,
            q.recording_announcement_uploaded, q.music_class_uploaded)) as u)`.as('usedBy'),
    ]);

/** `ffmpeg`: the command. */
export const promptStore = (db: Db, ffmpeg: string) => {
  const keepSound = async (tx: Db, promptId: string, customerId: string, content: Uint8Array): Promise<void> => {
    await tx
      .insertInto('promptSounds')
      .values({ promptId, customerId, content })
      .onConflict((c) => c.column('promptId').doUpdateSet({ content }))
      .execute();
  };
  const store = createResourceStore(db, prompts, {
    select,
    changed: markChangedPrompts,
    scope: { customer: 'customerId' },
    unique: { prompts_name_key: 'name' },
    create: async (tx, caller, { audio, name, ...values }) => {
      const customer = await customerFor(tx, caller, values.customerId);
      const { content, seconds } = soundIn(audio);
      const id = newId();
      const row = { id, customerId: customer.id, name, seconds, bytes: content.length, soundKey: newToken() };
      await tx.insertInto('prompts').values(row).execute();
      await keepSound(tx, id, customer.id, content);
      return id;
    },
    update: async (tx, _caller, before, { audio, name }) => {
      if (audio === undefined) return raiseVersion(tx, prompts, before, { name });
      const { content, seconds } = soundIn(audio);
      const row = { name, seconds, bytes: content.length, soundKey: newToken() };
      const changed = await raiseVersion(tx, prompts, before, row);
      if (changed) await keepSound(tx, before.id, before.customerId, content);
      return changed;
    },
    // Menus, queues and voicemail boxes that play it block the deletion through foreign keys.
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('prompts').where('id', '=', before.id).execute();
    },
  });
  // Converts before the transaction, so that it holds no locks meanwhile.
  const made = async <V extends { readonly audio?: string }>(values: V): Promise<V> =>
    values.audio === undefined ? values : { ...values, audio: await telephoneSound(ffmpeg, values.audio) };
  const converting: typeof store = {
    ...store,
    create: async (caller, values) => store.create(caller, await made(values)),
    update: async (caller, id, values, expected) => store.update(caller, id, await made(values), expected),
  };
  return converting;
};

export const soundBy = (db: Db, key: string) =>
  db
    .selectFrom('prompts as p')
    .innerJoin('promptSounds as s', 's.promptId', 'p.id')
    .select('s.content')
    .where('p.soundKey', '=', key)
    .executeTakeFirst();
