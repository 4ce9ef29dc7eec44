// Stores and serves logos of customers. The sign-in page shows a logo before there is a session, so it has an address that cannot be
// guessed and does not reveal the customer.
import type { FastifyInstance } from 'fastify';
import { cleanPicture } from '@ringside/core/base/clean-picture.ts';
import { setCustomerLogo } from '@ringside/core/contract/customers/customer.ts';
import type { ResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { newToken } from '../../platform/sessions/token.ts';
import { findLogo, keepLogo } from './logo-queries.ts';

const SIDE = { min: 32, max: 2000 } as const;

const readLogo = (base64: string) => {
  const picture = cleanPicture(Buffer.from(base64, 'base64'));
  if (picture === null) throw new Refusal('invalid', { errors: [{ path: 'image', code: 'not-an-image' }] });
  const { width, height, contentType, bytes } = picture;
  if (Math.min(width, height) < SIDE.min || Math.max(width, height) > SIDE.max)
    throw new Refusal('invalid', { errors: [{ path: 'image', code: 'logo-shape' }] });
  return { key: newToken(), contentType, bytes };
};

const serveLogos = (app: FastifyInstance, deps: { readonly db: Db }): void => {
  app.get<{ Params: { key: string } }>('/logos/:key', async (request, reply) => {
    const { key } = request.params;
    const found = /^[A-Za-z0-9_-]{43}$/.test(key) ? await findLogo(deps.db, key) : undefined;
    if (found === undefined) throw new Refusal('not-found');
    return (
      reply
        .type(found.contentType)
        // Another picture has another address.
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Opened directly, the file must be treated as an image and nothing else.
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `inline; filename="logo.${found.contentType.slice('image/'.length)}"`)
        .send(Buffer.from(found.bytes))
    );
  });
};

export const registerLogos = (
  app: FastifyInstance,
  deps: { readonly db: Db },
  store: Pick<ResourceStore, 'get'>,
): void => {
  serveLogos(app, deps);
  registerRoute(app, setCustomerLogo, async ({ caller, params, body }) => {
    const customer = await store.get(caller, params.id);
    // Users cannot change the logo of their own customer, like the rest of its terms.
    if (caller.customerId === customer.id) throw new Refusal('forbidden');
    const logo = body.image === '' ? null : readLogo(body.image);
    await keepLogo(deps.db, caller, { id: params.id, name: String(customer['name']) }, logo);
    return { logo: logo === null ? null : `/api/logos/${logo.key}` };
  });
};
