// The reference page: the OpenAPI document as one page of HTML that needs no script and nothing from elsewhere.
import { can } from '@ringside/core/access/ability.ts';
import { BUILT_IN_ROLES } from '@ringside/core/access/roles.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import type { OpenApi, Operation } from './openapi-document.ts';
import type { Schema } from './openapi-schema.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const code = (text: string): string => `<code>${escape(text)}</code>`;

/** `` `x` `` of the document as code. */
const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const typeOf = (schema: Schema): string => {
  if (schema.enum !== undefined) return schema.enum.map((v) => JSON.stringify(v)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`;
  if (schema.format !== undefined && schema.format !== 'regex') return `${String(schema.type)} (${schema.format})`;
  return String(schema.type ?? 'any');
};

const limitsOf = (schema: Schema): string => {
  const limits = [
    ['≥', schema.minimum],
    ['≤', schema.maximum],
    ['length ≥', schema.minLength],
    ['length ≤', schema.maxLength],
    ['default', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ] as const;
  return limits
    .filter(([, value]) => value !== undefined && value !== -9007199254740991 && value !== 9007199254740991)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
};

const fieldRows = (schema: Schema, prefix = ''): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const required = schema.required?.includes(name) === true ? ' <b title="required">*</b>' : '';
      const inner = field.type === 'array' ? (field.items ?? {}) : field;
      const path = `${prefix}${name}${field.type === 'array' ? '[]' : ''}`;
      const nested = inner.properties === undefined ? '' : fieldRows(inner, `${path}.`);
      return `<tr><td>${code(prefix + name)}${required}</td><td>${escape(typeOf(field))}</td><td>${escape(limitsOf(field))}</td></tr>${nested}`;
    })
    .join('');

const table = (title: string, rows: string): string =>
  rows === '' ? '' : `<h4>${title}</h4><div class="wide"><table>${rows}</table></div>`;

const exampleHtml = (title: string, example: unknown): string =>
  example === undefined || example === null
    ? ''
    : `<h4>${title}</h4><pre>${escape(JSON.stringify(example, null, 1))}</pre>`;

const rolesOf = (route: Route | undefined): string => {
  const access = route?.access;
  if (access === undefined || typeof access === 'string') return '';
  const names = BUILT_IN_ROLES.filter((role) => can(role.abilities, access[0], access[1])).map((role) => role.name);
  return ` Built-in roles with it: ${names.map(code).join(', ')}.`;
};

const operationHtml = (method: string, path: string, operation: Operation, route: Route | undefined): string => {
  const parameters = (operation.parameters ?? [])
    .map(
      (p) =>
        `<tr><td>${code(p.name)}${p.required ? ' <b title="required">*</b>' : ''}</td><td>${escape(typeOf(p.schema))}</td><td>${escape(p.in)}</td></tr>`,
    )
    .join('');
  const body = operation.requestBody?.content['application/json']?.schema;
  const responses = Object.entries(operation.responses)
    .map(([status, response]) => `<tr><td>${code(status)}</td><td>${prose(response.description)}</td></tr>`)
    .join('');
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = good?.content?.['application/json']?.schema;
  return `<details id="${escape(operation.operationId)}"><summary><span class="m ${method}">${method.toUpperCase()}</span> ${code(path)} <span>${escape(operation.summary)}</span></summary>
<p>${prose(operation.description)}${rolesOf(route)}</p>
${table('Parameters', parameters)}${table('Body', body === undefined ? '' : fieldRows(body))}${exampleHtml('Example of a body', operation.requestBody?.content['application/json']?.example)}${table('Answer', answer === undefined ? '' : fieldRows(answer))}${exampleHtml('Example of an answer', good?.content?.['application/json']?.example)}${table('Statuses', responses)}</details>`;
};

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.4rem 0}details{border-bottom:1px solid #8884}code{font-size:.92em}pre{font-size:.86em;overflow:auto;max-height:24rem;padding:.6rem;background:#8881}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #8883;padding:.2rem .6rem .2rem 0;vertical-align:top;overflow-wrap:anywhere}h4{margin:.8rem 0 .2rem}.wide{overflow-x:auto}
.m{display:inline-block;min-width:4.2em;font-weight:600}.get{color:#2b7a4b}.post{color:#2566b8}.patch{color:#9a6200}.delete{color:#b3372f}
@media(prefers-color-scheme:dark){.get{color:#6fce97}.post{color:#86b7f5}.patch{color:#e3b35c}.delete{color:#f08b83}}`;

export const referencePage = (document: OpenApi, routes: readonly Route[]): string => {
  const byKey = new Map(routes.map((r) => [`${r.method.toLowerCase()} ${r.path.replace(/:([A-Za-z]+)/g, '{$1}')}`, r]));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const sections = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(
      ([tag, list]) =>
        `<section><h2>${escape(tag)}</h2>${list
          .map(({ method, path, operation }) => operationHtml(method, path, operation, byKey.get(`${method} ${path}`)))
          .join('\n')}</section>`,
    );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ringside API</title><style>${STYLE}</style></head>
<body><h1>Ringside API ${escape(document.info.version)}</h1>
<p>Base path <code>/api</code>. Sign in with <code>POST /login</code> and send its token as <code>Authorization: Bearer …</code>. Errors are
<code>application/problem+json</code>. The machine-readable description is <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</body></html>`;
};
