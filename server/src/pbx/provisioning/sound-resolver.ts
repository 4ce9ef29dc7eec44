// Replaces uploaded sounds by the URL where the PBX fetches them.
import { uploadedIdOf } from '@ringside/core/routing/sound-name.ts';
import type { WantedMusic, WantedQueue } from '@ringside/core/pbx/wanted.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Returns the URL for `uploaded/<id>`. Returns files of the PBX unchanged. */
export type SoundResolver = (name: string) => string;

/** Loads the sounds of customers with a menu, queue or line on the PBX server. */
export const loadSoundResolver = async (db: Db, serverId: number, soundsAt: string): Promise<SoundResolver> => {
  const rows = await db
    .selectFrom('prompts as p')
    .select(['p.id', 'p.soundKey'])
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('ivrs as i')
            .select('i.id')
            .whereRef('i.customerId', '=', 'p.customerId')
            .where('i.serverId', '=', serverId),
        ),
        eb.exists(
          eb
            .selectFrom('queues as q')
            .select('q.id')
            .whereRef('q.customerId', '=', 'p.customerId')
            .where('q.serverId', '=', serverId),
        ),
        eb.exists(
          eb
            .selectFrom('subscribers as s')
            .select('s.id')
            .whereRef('s.customerId', '=', 'p.customerId')
            .where('s.serverId', '=', serverId),
        ),
      ]),
    )
    .execute();
  const addresses = new Map(rows.map(({ id, soundKey }) => [id, `${soundsAt}/sounds/${soundKey}.wav`]));
  return (name) => addresses.get(uploadedIdOf(name) ?? '') ?? name;
};

export const musicOf = (queues: readonly WantedQueue[], soundUrlOf: SoundResolver): readonly WantedMusic[] => {
  const names = new Set(queues.map((queue) => queue.options?.musicClass ?? ''));
  return [...names].flatMap((name): WantedMusic[] => {
    const id = uploadedIdOf(name);
    return id === null ? [] : [{ id, address: soundUrlOf(name) }];
  });
};
