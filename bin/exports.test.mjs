// Finds exports that no file imports and that their own file does not use, and exports that only tests use.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from './set-up.mjs';

/** Exports that production code loads by a URL, so that no import names them. */
const LOADED_BY_URL = ['server/src/billing/pdf/render-invoice.ts: render'];

/** Exports that only tests and tools use, because they need a part of the file's own values. The list may only become shorter. */
const FOR_TESTS = [
  'core/src/asterisk/decode.ts: decode', // both steps of the production code in one
  'core/src/asterisk/decode.ts: DECODED_EVENTS',
  // The collector thread will use these three.
  'server/src/live/collector-topics.ts: COLLECTOR_TOPICS',
  'server/src/live/collector-topics.ts: CONSOLE_TOPICS',
  'server/src/platform/bus/bus-link.ts: linkBus',
  'server/src/platform/db/baseline.ts: tablesByArea',
  'server/src/platform/db/connect.ts: openInMemory',
  'tools/fake-pbx/src/lab-world.ts: labPlan',
];

const isProduction = (file) =>
  /^(core|server|web|tools\/fake-pbx)\/src\//.test(file) &&
  !/\.(test|spec)\.tsx?$|\.bench\.ts$|(^|\/)(testing|fixtures)\//.test(file);

/** Returns the file of an import, or undefined for a package. */
const resolve = (files, from, specifier) => {
  const inWorkspace = /^@ringside\/([a-z-]+)\/(.+)$/.exec(specifier);
  const [, workspace, path] = inWorkspace ?? [];
  const paths = specifier.startsWith('.')
    ? [normalize(join(dirname(from), specifier))]
    : ['', 'tools/'].flatMap((top) => [`${top}${workspace}/src/${path}`, `${top}${workspace}/${path}`]);
  return paths.find((candidate) => files.has(candidate));
};

const namesIn = (binding) =>
  ts.isIdentifier(binding)
    ? [binding.text]
    : binding.elements.flatMap(({ name }) => (name === undefined ? [] : namesIn(name)));

/** Names that the statement exports. */
const exportedBy = (statement) => {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause?.elements?.map((element) => element.name.text) ?? [];
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  return statement.name === undefined ? [] : [statement.name.text];
};

/** Names taken from a dynamic import: `(await import('./a.ts')).name`, or null for all. */
const takenFrom = (call) => {
  let parent = call.parent;
  while (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) parent = parent.parent;
  return ts.isPropertyAccessExpression(parent) && parent.name.text !== 'then' ? [parent.name.text] : null;
};

/** Imports of a file as pairs of specifier and names; `null` stands for all names. */
const importsOf = (source) => {
  const found = [];
  const walk = (node) => {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
      const all = bindings !== undefined && ts.isNamespaceImport(bindings);
      found.push([node.moduleSpecifier.text, all ? null : named.map((e) => (e.propertyName ?? e.name).text)]);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      const elements = node.exportClause?.elements;
      found.push([node.moduleSpecifier.text, elements?.map((e) => (e.propertyName ?? e.name).text) ?? null]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [path] = node.arguments;
      if (ts.isStringLiteralLike(path)) found.push([path.text, takenFrom(node)]);
    } else if (ts.isImportTypeNode(node)) found.push([node.argument.literal.text, null]);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
};

/** Returns how often each exported name occurs in its own file. */
const exportsOf = (source) => {
  const counts = new Map(source.statements.flatMap(exportedBy).map((name) => [name, 0]));
  const walk = (node) => {
    if (ts.isIdentifier(node) && counts.has(node.text)) counts.set(node.text, counts.get(node.text) + 1);
    ts.forEachChild(node, walk);
  };
  if (counts.size > 0) walk(source);
  return counts;
};

/** `texts`: path → source text. Returns exports used nowhere, and those used only by tests, as `path: name`. */
const findUnused = (texts) => {
  const users = new Map();
  const exported = [];
  for (const [file, text] of texts) {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
    for (const [specifier, names] of importsOf(source)) {
      const target = resolve(texts, file, specifier);
      for (const name of names ?? ['*']) {
        const key = `${target}: ${name}`;
        users.set(key, [...(users.get(key) ?? []), file]);
      }
    }
    // A name that occurs once is only declared. `default` belongs to configuration files.
    if (isProduction(file)) for (const [name, count] of exportsOf(source)) if (count <= 1) exported.push([file, name]);
  }
  const usersOf = ([file, name]) => [...(users.get(`${file}: ${name}`) ?? []), ...(users.get(`${file}: *`) ?? [])];
  const written = ([file, name]) => `${file}: ${name}`;
  return {
    dead: exported.filter((entry) => usersOf(entry).length === 0).map(written),
    onlyInTests: exported
      .filter((entry) => usersOf(entry).length > 0 && !usersOf(entry).some(isProduction))
      .map(written),
  };
};

describe('exports', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const sources = files.filter((file) => /^(bench|bin|core|e2e|lab|server|tools|web)\/.*\.(tsx?|mjs)$/.test(file));
  const { dead, onlyInTests } = findUnused(
    new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  );

  it('are all used', () => {
    expect(dead.filter((name) => !LOADED_BY_URL.includes(name))).toEqual([]);
  });

  it('are used by production code, not only by tests', () => {
    expect(onlyInTests.filter((name) => !FOR_TESTS.includes(name))).toEqual([]);
  });

  it('are found when unused or used only by tests', () => {
    const texts = new Map([
      [
        'core/src/a.ts',
        'export const used = 1; export const dead = 2; export const tested = 3; export type Own = 1; let x: Own;',
      ],
      ['core/src/b.ts', "import { used } from './a.ts'; export const lazy = () => used; lazy();"],
      ['server/src/c.ts', "const load = () => import('@ringside/core/d.ts').then((m) => m.late); load();"],
      ['core/src/d.ts', 'export const late = 1;'],
      ['core/src/a.test.ts', "import { tested } from './a.ts';"],
    ]);
    expect(findUnused(texts)).toEqual({ dead: ['core/src/a.ts: dead'], onlyInTests: ['core/src/a.ts: tested'] });
  });
});
