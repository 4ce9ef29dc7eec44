// The page of environment variables: names, defaults and values from config.ts, effects from setting-effects.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../set-up.mjs';
import { code, parseFile, table, walk } from './table.mjs';

const CONFIG = 'server/src/platform/config/config.ts';

/** Returns the argument of `.default(…)` in a schema, or `null`. A constant has its value. */
const defaultOf = (schema, constants) => {
  let found = null;
  walk(schema, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    if (node.expression.name.text !== 'default') return;
    const [value] = node.arguments;
    found ??= ts.isIdentifier(value)
      ? constants.get(value.text)
      : ts.isStringLiteral(value)
        ? value.text
        : value.getText();
  });
  return found === '' ? null : found;
};

const readSettings = () => {
  const constants = new Map();
  const settings = [];
  walk(parseFile(CONFIG), (node) => {
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
    const value = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer;
    if (ts.isNumericLiteral(value)) constants.set(node.name.getText(), value.text);
    if (node.name.getText() !== 'SETTINGS') return;
    for (const { name, initializer } of value.properties) {
      const [schema, should] = initializer.elements;
      settings.push({ name: name.getText(), initial: defaultOf(schema, constants), values: should.text });
    }
  });
  return settings;
};

export const settingsPage = () => {
  const settings = readSettings();
  const effects = JSON.parse(readFileSync(join(root, 'bin/reference/setting-effects.json'), 'utf8'));
  const names = settings.map(({ name }) => name);
  const wrong = [...names.filter((n) => !(n in effects)), ...Object.keys(effects).filter((n) => !names.includes(n))];
  if (settings.length === 0 || wrong.length > 0) {
    throw new Error(`setting-effects.json and ${CONFIG} name different settings: ${wrong.join(', ')}`);
  }
  const rows = Object.entries(effects).map(([name, { effect, initial }]) => {
    const setting = settings.find((each) => each.name === name);
    return [code(name), initial ?? (setting.initial === null ? 'none' : code(setting.initial)), setting.values, effect];
  });
  return `# Settings

For operators. The console reads these settings from the environment or from a file \`.env\` in its working folder at start. The
environment takes precedence. An empty value counts as not set. An invalid setting stops the start, with a message that names the
setting and the allowed values.

${table(['setting', 'default', 'value', 'effect'], rows)}
`;
};
