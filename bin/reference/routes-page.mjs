// The page of API routes.
import { code, table } from './table.mjs';

const accessOf = ({ access }) => (typeof access === 'string' ? access : code(access.join(':')));

export const routesPage = async () => {
  const { contractRoutes } = await import('../../server/src/platform/http/openapi/openapi.ts');
  const routes = [...new Set(await contractRoutes())].toSorted((a, b) =>
    `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1,
  );
  const groups = Map.groupBy(routes, (route) => route.tag);
  const sections = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([tag, members]) =>
        `## ${tag}\n\n${table(
          ['route', 'ability', 'summary'],
          members.map((route) => [code(`${route.method} ${route.path}`), accessOf(route), route.summary]),
        )}`,
    );
  return `# API routes

For authors of API clients. All paths are below \`/api\`. \`public\` needs no session, \`signed-in\` any session or API key, and every other
route the named [ability](abilities.md). \`GET /api/openapi.json\` describes parameters, bodies and answers.
[The HTTP API](http-api.md) explains the conventions.

${sections.join('\n\n')}
`;
};
