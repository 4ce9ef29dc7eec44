// Renders the OpenAPI document as an HTML reference page without scripts and external resources.
import { can } from '@ringside/core/access/ability.ts';
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import type { AnyNoun } from '@ringside/core/contract/noun.ts';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import type { Route } from '@ringside/core/contract/route.ts';
import { inlineRefs } from './openapi-components.ts';
import type { InlineOperation } from './openapi-components.ts';
import type { OpenApi, Schema } from './openapi-schema.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const code = (text: string): string => `<code>${escape(text)}</code>`;

/** Renders backquoted text as code. */
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

const operationHtml = (method: string, path: string, operation: InlineOperation, route: Route | undefined): string => {
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
  return `<details id="${escape(operation.operationId)}"><summary><span class="m ${method}">${method.toUpperCase()}</span><span class="way">${code(path)} <span>${escape(operation.summary)}</span></span></summary>
<p>${prose(operation.description)}${rolesOf(route)}</p>
${table('Parameters', parameters)}${table('Body', body === undefined ? '' : fieldRows(body))}${exampleHtml('Example of a body', operation.requestBody?.content['application/json']?.example)}${table('Answer', answer === undefined ? '' : fieldRows(answer))}${exampleHtml('Example of an answer', good?.content?.['application/json']?.example)}${table('Statuses', responses)}</details>`;
};

const STYLE = `:root{color-scheme:light dark;--line:#8884;--dim:#5b5f6b;--ground:#fff;--ink:#1d1f27;--soft:#8881;--link:#4c46b6}
@media(prefers-color-scheme:dark){:root{--dim:#a2a7b5;--ground:#14161d;--ink:#e8e9ee;--link:#a9a4ff}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:72rem;margin:0 auto;padding:2rem 1rem}
a{color:var(--link)}h1{margin:0 0 .6rem;font-size:1.7rem}h2{margin:2.4rem 0 .4rem;font-size:1.2rem}h4{margin:.9rem 0 .2rem}.about{max-width:46rem}
nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:1.2rem 0;padding:0;list-style:none}nav a{display:inline-block;padding:.25rem 0;text-decoration:none}nav a:hover{text-decoration:underline}
summary{display:flex;gap:.7rem;align-items:baseline;padding:.5rem .4rem;border-radius:.4rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}summary:hover{background:var(--soft)}summary:focus-visible{outline:2px solid var(--link)}
details{border-bottom:1px solid var(--line)}details[open]{padding-bottom:1rem}.way{display:flex;flex:1;flex-wrap:wrap;gap:0 1.2rem;min-width:0;overflow-wrap:anywhere}.way>span{color:var(--dim)}
code{font-size:.92em}.way>code{font-weight:600}pre{font-size:.86em;overflow:auto;max-height:24rem;padding:.6rem;border-radius:.4rem;background:var(--soft)}table{border-collapse:collapse;width:100%}
td{border-top:1px solid var(--line);padding:.25rem .6rem .25rem 0;vertical-align:top;overflow-wrap:anywhere}.wide{overflow-x:auto}
.m{flex:none;width:4.6em;padding:.1em 0;border-radius:.3em;font-size:.78em;font-weight:700;text-align:center}
.get{color:#1c6b3c;background:#2b7a4b1f}.post{color:#1d5aa8;background:#2566b81f}.patch{color:#7d5000;background:#9a62001f}.delete{color:#a32d26;background:#b3372f1f}
@media(prefers-color-scheme:dark){.get{color:#6fce97}.post{color:#86b7f5}.patch{color:#e3b35c}.delete{color:#f08b83}}
@media(min-width:70rem){body{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:0 3rem}header,main{grid-column:2}nav{grid-column:1;grid-row:1/3;position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow-y:auto}nav ul{display:block;margin:.4rem 0}}`;

const heading = ({ words, heading: own }: AnyNoun): string => {
  const [, many] = words;
  return own ?? many.charAt(0).toUpperCase() + many.slice(1);
};

/** Headings of the groups, in display order. */
const GROUPS: Readonly<Record<string, string>> = {
  ...{ session: 'Signing in and one’s own account', search: 'Search', live: 'Live state' },
  ...Object.fromEntries(NOUNS.map((noun) => [noun.name, heading(noun)])),
  ...{ cdr: 'Call records', recording: 'Recordings', report: 'Reports', billing: 'Invoices and accounts' },
  ...{ audit: 'Audit trail', deleted: 'Deleted' },
};

export const referencePage = (document: OpenApi, routes: readonly Route[]): string => {
  const byKey = new Map(routes.map((r) => [`${r.method.toLowerCase()} ${r.path.replace(/:([A-Za-z]+)/g, '{$1}')}`, r]));
  const operations = Object.entries(inlineRefs(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const tags = [...new Set([...Object.keys(GROUPS), ...groups.keys()])].filter((tag) => groups.has(tag));
  const named = (tag: string): string => escape(GROUPS[tag] ?? tag);
  const sections = tags
    .map((tag) => [tag, groups.get(tag) ?? []] as const)
    .map(
      ([tag, list]) =>
        `<section id="group-${escape(tag)}"><h2>${named(tag)}</h2>${list
          .map(({ method, path, operation }) => operationHtml(method, path, operation, byKey.get(`${method} ${path}`)))
          .join('\n')}</section>`,
    );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ringside API</title><style>${STYLE}</style></head>
<body><header><h1>Ringside API ${escape(document.info.version)}</h1>
<p class="about">Base path <code>/api</code>. Sign in with <code>POST /login</code> and send its token as <code>Authorization: Bearer …</code>. Errors are
<code>application/problem+json</code>. The machine-readable description is <a href="openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Groups"><ul>${tags.map((tag) => `<li><a href="#group-${escape(tag)}">${named(tag)}</a></li>`).join('')}</ul></nav>
<main>${sections.join('\n')}</main></body></html>`;
};
