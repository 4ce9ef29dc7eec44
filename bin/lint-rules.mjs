// The rules of the house that imports cannot show, as an oxlint plugin (ESLint's shape). Each message says what to do instead.

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

/** core: nothing that depends on when, where or how often it runs. */
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

/** A file that only passes on what others export. The reader opens the file itself instead. */
const noBarrel = rule((report) => ({
  ExportAllDeclaration: (node) => report(node, 'No barrel: import from the file that defines it.'),
  ExportNamedDeclaration: (node) => {
    if (node.source) report(node, 'No barrel: import from the file that defines it.');
  },
}));

export default {
  meta: { name: 'ringside' },
  rules: { 'no-enum': noEnum, pure, 'no-barrel': noBarrel },
};
