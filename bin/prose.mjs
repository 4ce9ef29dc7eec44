// Reads the prose of the repository at one commit: comments, English and translated texts, error messages, paragraphs of the docs.
// A piece of prose is `{ file, line, text }`; `line` is 1-based and `text` has single spaces.
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { root } from './set-up.mjs';

export const LANGUAGES = ['en', 'es', 'fr', 'he'];

export const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

export const commitHash = (revision) => git('rev-parse', '--verify', `${revision}^{commit}`).trim();

/** Returns the files of a commit whose path matches, as path → contents. */
export const filesOf = (commit, pattern) => {
  const entries = git('ls-tree', '-r', '-z', '--format=%(objectname) %(path)', commit).split('\0').filter(Boolean);
  const wanted = entries.map((entry) => [entry.slice(0, 40), entry.slice(41)]).filter(([, path]) => pattern.test(path));
  if (wanted.length === 0) return new Map();
  const input = wanted.map(([object]) => object).join('\n');
  const output = execFileSync('git', ['cat-file', '--batch'], { cwd: root, input, maxBuffer: 1 << 29 });
  let offset = 0;
  return new Map(
    wanted.map(([, path]) => {
      const head = output.indexOf(10, offset);
      const size = Number(output.subarray(offset, head).toString().split(' ')[2]);
      offset = head + 1 + size + 1;
      return [path, output.subarray(head + 1, head + 1 + size).toString('utf8')];
    }),
  );
};

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
const lineAt = (text, position) => {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
};
const hasWords = (text) => /\p{L}{2,}/u.test(text);

/** Comments for tools, and dividers: not prose. */
const DIRECTIVE = /^(@ts-|eslint|oxlint|prettier|biome|istanbul|v8 ignore|#!|\/ <reference)/;

const bodyOf = (comment) =>
  comment.startsWith('//')
    ? comment.slice(2).trim()
    : oneLine(comment.slice(2, -2).replace(/^\s*\*+ ?/gm, '')).replace(/^\*+ ?/, '');

/** Returns the comments of a script. Consecutive `//` lines at one indentation are one comment. */
export const scriptComments = (file, text) => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const ranges = new Map();
  const keep = (found) => {
    for (const range of found ?? []) ranges.set(range.pos, range);
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) return;
    keep(ts.getLeadingCommentRanges(text, node.pos));
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return;
    const children = [];
    ts.forEachChild(node, (child) => void children.push(child));
    children.forEach(visit);
    // Gaps between children hold the tokens that the tree omits, such as braces.
    let position = node.pos;
    for (const child of [...children, { pos: node.end, end: node.end }]) {
      keepBetween(position, child.pos);
      position = child.end;
    }
  };
  // Comments in a gap follow a token of punctuation.
  const keepBetween = (from, to) => {
    for (let at = from; at < to; at++) {
      if (/[{}()[\],;:=|&?]/.test(text[at])) {
        keep(ts.getTrailingCommentRanges(text, at + 1));
        keep(ts.getLeadingCommentRanges(text, at + 1));
      } else if (text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
        const end = text[at + 1] === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at);
        at = end < 0 ? to : end;
      }
    }
  };
  visit(source);
  keep(ts.getLeadingCommentRanges(text, source.endOfFileToken.pos));
  const found = [];
  let last = null;
  for (const range of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const body = bodyOf(text.slice(range.pos, range.end));
    const line = lineAt(text, range.pos);
    const isLine = text.startsWith('//', range.pos);
    const alone = /(^|\n)[ \t]*$/.test(text.slice(Math.max(0, range.pos - 200), range.pos));
    if (isLine && alone && last?.joins && last.endLine === line - 1) {
      last.text += ` ${body}`;
      last.endLine = line;
      continue;
    }
    last = { file, line, endLine: line, text: body, joins: isLine && alone };
    found.push(last);
  }
  return found
    .map(({ line, text: body }) => ({ file, line, text: oneLine(body) }))
    .filter((comment) => !DIRECTIVE.test(comment.text) && hasWords(comment.text));
};

/** Returns the `--` comments of SQL, with consecutive lines joined, and the texts of `comment on … is '…'`. */
export const sqlComments = (file, text) => {
  const found = [];
  text.split('\n').forEach((line, index) => {
    // Quoted text may contain `--`.
    const match = /^((?:[^'-]|'[^']*'|-(?!-))*)--\s?(.*)$/.exec(line);
    if (!match) return;
    const last = found.at(-1);
    if (last && last.end === index && match[1].trim() === '') {
      last.text += ` ${match[2]}`;
      last.end = index + 1;
    } else found.push({ file, line: index + 1, end: index + 1, text: match[2] });
  });
  for (const match of text.matchAll(/comment on [^;']*? is\s+'((?:[^']|'')*)'/gi))
    found.push({ file, line: lineAt(text, match.index), text: match[1].replaceAll("''", "'") });
  return found
    .map(({ line, text: body }) => ({ file, line, text: oneLine(body) }))
    .filter((comment) => hasWords(comment.text));
};

/** Returns every text of a JSON file. */
export const jsonTexts = (file, text) => {
  const source = ts.parseJsonText(file, text);
  const found = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else if (ts.isStringLiteral(node))
      found.push({ file, line: lineAt(text, node.getStart(source)), text: oneLine(node.text) });
    else ts.forEachChild(node, visit);
  };
  source.statements.forEach(visit);
  return found.filter((piece) => hasWords(piece.text));
};

const isNewError = (node) => ts.isNewExpression(node) && /Error$/.test(node.expression.getText());

const literalsOf = (node, found = []) => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
  else if (ts.isTemplateExpression(node))
    found.push(
      node.head.text +
        node.templateSpans.map((span) => `\${${span.expression.getText()}}${span.literal.text}`).join(''),
    );
  else ts.forEachChild(node, (child) => void literalsOf(child, found));
  return found;
};

const isMessage = (node) =>
  ts.isPropertyAssignment(node) && ['detail', 'message', 'title'].includes(node.name.getText().replace(/'/g, ''));

/** Returns the messages of `new …Error('…')`, and texts named `detail`, `message` or `title`. */
export const thrownMessages = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const said = isNewError(node) ? node.arguments?.[0] : isMessage(node) ? node.initializer : undefined;
    if (said)
      for (const message of literalsOf(said))
        if (/\s/.test(message.trim()))
          found.push({ file, line: lineAt(text, node.getStart(source)), text: oneLine(message) });
    if (!said) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** Returns every text of a module of texts, such as `documents/words/en.ts`. */
export const moduleTexts = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node))
      found.push({ file, line: lineAt(text, node.getStart(source)), text: oneLine(literalsOf(node)[0]) });
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((piece) => hasWords(piece.text));
};

/** Returns the paragraphs and list items of a Markdown page: no headings, tables, code or HTML. */
export const paragraphs = (file, text) => {
  const found = [];
  let fenced = false;
  let current = null;
  text.split('\n').forEach((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const isProse = !fenced && !/^\s*$|^#|^\s*\||^\s*(```|~~~)|^\s*<|^\s*!\[/.test(line);
    const isItem = /^\s*([-*]|\d+\.)\s/.test(line);
    if (!isProse || isItem) current = null;
    if (!isProse) return;
    if (current) current.text += ` ${line}`;
    else found.push((current = { file, line: index + 1, text: line }));
  });
  return found
    .map((piece) => ({ ...piece, text: oneLine(piece.text) }))
    .filter((piece) => /\p{L}+\s+\p{L}+/u.test(piece.text));
};

const each = (files, read) => [...files].flatMap(([file, text]) => read(file, text));

const screenFiles = (language) => new RegExp(`^web/src/locales/${language}/.*\\.json$`);
const documentFile = (language) => new RegExp(`^server/src/platform/documents/words/${language}\\.ts$`);
const errorFile = (language) => new RegExp(`^core/src/contract/words/${language}\\.json$`);

export const commentsOf = (commit) => [
  ...each(filesOf(commit, /\.(ts|tsx|mjs|cjs)$/), scriptComments),
  ...each(filesOf(commit, /\.sql$/), sqlComments),
];

/** Texts of pages, mails and files in one language. */
export const screenTextsOf = (commit, language) => [
  ...each(filesOf(commit, screenFiles(language)), jsonTexts),
  ...each(filesOf(commit, documentFile(language)), moduleTexts),
];

export const errorTextsOf = (commit, language) => each(filesOf(commit, errorFile(language)), jsonTexts);

/** English error messages: of the contract, and thrown by the product. */
export const errorMessagesOf = (commit) => [
  ...errorTextsOf(commit, 'en'),
  ...each(
    filesOf(
      commit,
      /^((core|server|web)\/src\/(?!.*\/(demo|testing)\/).*|bin\/[^/]*)(?<!\.test|\.bench)\.(ts|tsx|mjs)$/,
    ),
    thrownMessages,
  ),
];

export const paragraphsOf = (commit) => each(filesOf(commit, /\.md$/), paragraphs);
