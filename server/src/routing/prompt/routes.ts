// Routes for sounds of menus and queues. A PBX and an `<audio>` element send no session, so a sound has an unguessable URL.
import type { FastifyInstance } from 'fastify';
import { prompts } from '@ringside/core/contract/routing/prompt.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { promptStore, soundBy } from './queries.ts';

export const registerPrompts = (app: FastifyInstance, deps: { readonly config: Config; readonly db: Db }): void => {
  registerResource(app, prompts, promptStore(deps.db, deps.config.ffmpeg));
  app.get<{ Params: { file: string } }>('/sounds/:file', async (request, reply) => {
    const key = /^([A-Za-z0-9_-]{43})\.wav$/.exec(request.params.file)?.[1];
    const found = key === undefined ? undefined : await soundBy(deps.db, key);
    if (found === undefined) throw new Refusal('not-found');
    return (
      reply
        // Asterisk detects the format by this header.
        .type('audio/wav')
        // A changed sound has a new URL, so a PBX can cache it forever and play it while the console is down.
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', 'inline; filename="sound.wav"')
        .send(Buffer.from(found.content))
    );
  });
};
