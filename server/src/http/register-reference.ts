// The API's own description: the OpenAPI document, and a page for people that needs nothing from elsewhere.
import type { FastifyInstance } from 'fastify';
import { openApiOf } from './openapi-document.ts';
import { referencePage } from './reference-page.ts';

/**
 * Must be registered last: it describes the routes that came before. Written when first asked for: it takes a tenth of
 * the console's start, and few ever ask.
 */
export const registerReference = (api: FastifyInstance, version: string): void => {
  let made: { readonly text: string; readonly page: string } | null = null;
  const reference = () => {
    if (made === null) {
      const document = openApiOf(api.contract, version);
      made = { text: JSON.stringify(document, null, 2), page: referencePage(document, api.contract) };
    }
    return made;
  };
  api.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().text),
  );
  api.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(reference().page));
};
