// The page of permissions: resources, actions and built-in roles.
import { code, codes, table } from './table.mjs';

const LETTERS = { read: 'R', create: 'C', update: 'U', delete: 'D', export: 'E', operate: 'O' };

const actionsOf = (role, resource, ACTIONS) => {
  const own = role.abilities.filter((a) => a.resource === resource || a.resource === 'all').map((a) => a.action);
  return own.includes('manage')
    ? 'all'
    : ACTIONS.filter((action) => own.includes(action))
        .map((action) => LETTERS[action])
        .join(' ');
};

export const abilitiesPage = async () => {
  const { ACTIONS, RESOURCES } = await import('@ringside/core/access/ability.ts');
  const { BUILT_IN_ROLES } = await import('@ringside/core/contract/access/built-in-roles.ts');
  const resources = RESOURCES.filter((resource) => resource !== 'all');
  const matrix = resources.map((resource) => [
    code(resource),
    ...BUILT_IN_ROLES.map((role) => actionsOf(role, resource, ACTIONS)),
  ]);
  const roles = BUILT_IN_ROLES.map((role) => [code(role.name), role.level, role.reach, role.holders, role.description]);
  return `# Abilities and built-in roles

For administrators and authors of API clients. An ability is an action on a resource, such as \`update:queue\`. Each route names the
ability that it requires ([routes](routes.md)). \`manage\` includes every action, and the resource \`all\` includes every resource.

Actions: ${codes(ACTIONS)}. \`operate\` acts on live objects: pause, transfer, hang up.

Access rules and each customer's terms can restrict a role further: [access rules](access-rules.md),
[giving rights](giving-rights.md).

## Built-in roles

Level 0 is the highest. Users cannot grant, change or delete roles or users above their own level. The reach limits the rows: the whole
platform, the user's customer and those below it (\`subtree\`), one customer, the user's call centers (\`team\`), or the user's own rows.

${table(['role', 'level', 'reach', 'for users of', 'description'], roles)}

## Abilities by role

R read, C create, U update, D delete, E export, O operate.

${table(['resource', ...BUILT_IN_ROLES.map((role) => role.name)], matrix)}
`;
};
