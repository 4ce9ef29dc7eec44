// Sounds of menus and queues. A PBX and an `<audio>` show no session: a sound is found by an address that cannot be guessed.
import type { FastifyInstance } from 'fastify';
import { prompts } from '@ringside/core/contract/prompts.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerResource } from '../../http/register-resource.ts';
import { promptStore, soundBy } from './queries.ts';

export const registerPrompts = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, prompts, promptStore(deps.db, deps.config.ffmpeg));
  app.get<{ Params: { file: string } }>('/sounds/:file', async (request, reply) => {
    const key = /^([A-Za-z0-9_-]{43})\.wav$/.exec(request.params.file)?.[1];
    const found = key === undefined ? undefined : await soundBy(deps.db, key);
    if (found === undefined) throw new Refusal('not-found');
    return (
      reply
        // Asterisk tells the format by it.
        .type('audio/wav')
        // Another sound has another address: a PBX that has it asks no more, and plays it while the console is away.
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', 'inline; filename="sound.wav"')
        .send(Buffer.from(found.content))
    );
  });
};
