// Stores and serves pictures of users. An `<img>` sends no token, so each picture has an address that cannot be guessed.
import type { FastifyInstance } from 'fastify';
import { cleanPicture } from '@ringside/core/base/clean-picture.ts';
import * as contract from '@ringside/core/contract/access/session.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { newToken } from '../../platform/sessions/token.ts';
import { dropAvatar, findAvatar, keepAvatar } from './queries.ts';
import { readSessionUser } from './queries.ts';

const SIDE = { min: 64, max: 1024 } as const;

const readPicture = (base64: string) => {
  const picture = cleanPicture(Buffer.from(base64, 'base64'));
  if (picture === null) throw new Refusal('invalid', { errors: [{ path: 'image', code: 'not-an-image' }] });
  const { width, height } = picture;
  if (width !== height || width < SIDE.min || width > SIDE.max) {
    throw new Refusal('invalid', { errors: [{ path: 'image', code: 'image-shape' }] });
  }
  return picture;
};

const servePictures = (app: FastifyInstance, deps: { readonly db: Db }): void => {
  app.get<{ Params: { key: string } }>('/avatars/:key', async (request, reply) => {
    const { key } = request.params;
    const found = /^[A-Za-z0-9_-]{43}$/.test(key) ? await findAvatar(deps.db, key) : undefined;
    if (found === undefined) throw new Refusal('not-found');
    return (
      reply
        .type(found.contentType)
        // Another picture has another address.
        .header('cache-control', 'private, max-age=31536000, immutable')
        // Opened directly, the file must be treated as an image and nothing else.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `inline; filename="picture.${found.contentType.slice('image/'.length)}"`)
        .send(Buffer.from(found.bytes))
    );
  });
};

export const registerAvatars = (app: FastifyInstance, deps: { readonly db: Db; readonly now: () => number }): void => {
  servePictures(app, deps);
  registerRoute(app, contract.setAvatar, async ({ caller, body }) => {
    const { contentType, bytes } = readPicture(body.image);
    await keepAvatar(deps.db, {
      userId: caller.userId,
      key: newToken(),
      contentType,
      bytes,
      createdAt: new Date(deps.now()),
    });
    return readSessionUser(deps.db, caller);
  });
  registerRoute(app, contract.removeAvatar, async ({ caller }) => {
    await dropAvatar(deps.db, caller.userId);
    return readSessionUser(deps.db, caller);
  });
};
