// Renders Markdown tables and reads source files for the generated pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../set-up.mjs';

const cell = (text) => String(text).replace(/\s+/g, ' ').replaceAll('|', '\\|');

export const table = (heading, rows) =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

export const code = (text) => `\`${text}\``;

export const codes = (texts) => texts.map(code).join(', ');

export const parseFile = (file) =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);

/** Calls `visit` with the node and everything below it. */
export const walk = (node, visit) => {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
};
