// Serves the API's own description: the OpenAPI document and a self-contained HTML page.
import type { FastifyInstance } from 'fastify';
import { contractNames } from './openapi.ts';
import { openApiOf } from './openapi-document.ts';
import { referencePage } from './reference-page.ts';

/**
 * Must be registered last, because it describes the routes registered before. The document is built on the first request: building it takes
 * a tenth of the console's start time, and few clients need it.
 */
export const registerReference = (api: FastifyInstance, version: string): void => {
  let made: Promise<{ readonly text: string; readonly page: string }> | null = null;
  const make = async () => {
    const document = openApiOf(api.contract, await contractNames(), version);
    return { text: JSON.stringify(document), page: referencePage(document, api.contract) };
  };
  const reference = () => (made ??= make());
  api.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((await reference()).text),
  );
  api.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send((await reference()).page));
};
