// The API's own description: the OpenAPI document, and a page for people that needs nothing from elsewhere.
import type { FastifyInstance } from 'fastify';
import { openApiOf } from './openapi-document.ts';
import { referencePage } from './reference-page.ts';

/** Must be registered last: it describes the routes that came before. */
export const registerReference = (api: FastifyInstance, version: string): void => {
  const document = openApiOf(api.contract, version);
  const text = JSON.stringify(document, null, 2);
  api.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  const page = referencePage(document, api.contract);
  api.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
};
