// Oxlint plugin (in ESLint format) with project rules that imports cannot express. Each message names the alternative.
import { bannedWord } from './banned-words.mjs';

const say = (context, node, message) => context.report({ node, message });

/** Runs `check` on every node of the named kinds. */
const rule = (check) => ({ create: (context) => check((node, message) => say(context, node, message), context) });

const isMember = (node, object, property) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === object &&
  !node.computed &&
  node.property.name === property;

const noEnum = rule((report) => ({
  TSEnumDeclaration: (node) =>
    report(node, 'No enum: Node strips types and cannot run one. Use a union of literals, or an `as const` object.'),
}));

/** core: no code that depends on time, place or repetition. */
const pure = rule((report) => {
  const isAsync = (node) => {
    if (node.async) report(node, 'core is synchronous: take the value as an argument, and await in server or web.');
  };
  return {
    CallExpression: (node) => {
      if (isMember(node.callee, 'Date', 'now'))
        report(node, 'core reads no clock: take `at` or `now` (epoch ms) as an argument.');
      if (isMember(node.callee, 'performance', 'now'))
        report(node, 'core reads no clock: take `at` or `now` (epoch ms) as an argument.');
      if (isMember(node.callee, 'Math', 'random'))
        report(node, 'core makes no random values: take the value, or a source of them, as an argument.');
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date')
        report(node, 'core reads no clock: take `at` or `now` (epoch ms) as an argument.');
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        report(node, 'core reads no clock: take `at` or `now` (epoch ms) as an argument.');
    },
    FunctionDeclaration: isAsync,
    FunctionExpression: isAsync,
    ArrowFunctionExpression: isAsync,
    ImportExpression: (node) => report(node, 'core is synchronous: import at the top of the file.'),
    Program: (node) => {
      for (const statement of node.body) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declaration?.type === 'VariableDeclaration' && declaration.kind !== 'const')
          report(declaration, 'core keeps no state in a module: return it, or close over it in a create… function.');
      }
    },
  };
});

/** Rejects files that only re-export. Readers should open the defining file. */
const noBarrel = rule((report) => ({
  ExportAllDeclaration: (node) => report(node, 'No barrel: import from the file that defines it.'),
  ExportNamedDeclaration: (node) => {
    if (node.source) report(node, 'No barrel: import from the file that defines it.');
  },
}));

/** SQL of the server: stored times must use the console's clock, not PostgreSQL's. */
const DATABASE_CLOCK =
  /\b(now\(\)|(clock|transaction|statement)_timestamp\(|current_(timestamp|date|time)\b|localtime)/i;

const consoleClock = rule((report) => {
  const look = (node, text) => {
    if (DATABASE_CLOCK.test(text))
      report(node, 'PostgreSQL has another clock: use console_now(), or pass a time of the console.');
  };
  return {
    TaggedTemplateExpression: (node) => {
      const tag = node.tag.type === 'MemberExpression' ? node.tag.object : node.tag;
      if (tag.type === 'Identifier' && tag.name === 'sql')
        for (const part of node.quasi.quasis) look(node, part.value.raw);
    },
    CallExpression: (node) => {
      const [text] = node.arguments;
      if (isMember(node.callee, 'sql', 'raw') && text?.type === 'Literal') look(node, String(text.value));
      if (isMember(node.callee, 'sql', 'raw') && text?.type === 'TemplateLiteral')
        for (const part of text.quasis) look(node, part.value.raw);
    },
  };
});

/** Comments use the field's terms. `check-words.mjs` checks SQL, texts and docs. */
const plainWords = rule((report, context) => ({
  Program: () => {
    for (const comment of context.sourceCode.getAllComments()) {
      const word = bannedWord(comment.value);
      if (word !== null) report(comment, `“${word}”: use the field's term, see docs/develop/glossary.md.`);
    }
  },
}));

export default {
  meta: { name: 'ringside' },
  rules: { 'no-enum': noEnum, pure, 'no-barrel': noBarrel, 'console-clock': consoleClock, 'plain-words': plainWords },
};
