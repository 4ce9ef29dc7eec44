#!/usr/bin/env node
// `npm run words:sample`: draws prose of the repository for a cold read. The commit's hash is the seed, so a draw can be repeated.
// `npm run words:sample -- [revision] [--json]`
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { commentsOf, commitHash, errorMessagesOf, errorTextsOf, paragraphsOf, screenTextsOf } from './prose.mjs';

const translated = (language) => (commit) => [...screenTextsOf(commit, language), ...errorTextsOf(commit, language)];

/** The groups of a draw: how many pieces of which prose. */
export const GROUPS = [
  { name: 'comments', size: 100, read: commentsOf },
  { name: 'screen texts', size: 100, read: (commit) => screenTextsOf(commit, 'en') },
  { name: 'error messages', size: 30, read: errorMessagesOf },
  { name: 'paragraphs of the docs', size: 20, read: paragraphsOf },
  { name: 'Spanish', size: 50, read: translated('es') },
  { name: 'French', size: 50, read: translated('fr') },
  { name: 'Hebrew', size: 50, read: translated('he') },
];

/** Returns `size` pieces in the order of their hashes with the seed, each text once. */
export const draw = (pieces, size, seed) => {
  const rank = (piece) =>
    createHash('sha256').update([seed, piece.file, piece.line, piece.text].join('\0')).digest('hex');
  const once = new Map(pieces.map((piece) => [piece.text, piece]).reverse());
  return [...once.values()]
    .map((piece) => [rank(piece), piece])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, size)
    .map(([, piece]) => piece);
};

export const sample = (commit) =>
  GROUPS.map(({ name, size, read }) => {
    const pieces = read(commit);
    return { name, of: pieces.length, drawn: draw(pieces, size, `${commit} ${name}`) };
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [revision = 'HEAD'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const commit = commitHash(revision);
  const groups = sample(commit);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ commit, groups }, null, 2));
  else {
    console.log(`Commit ${commit}`);
    for (const { name, of, drawn } of groups) {
      console.log(`\n# ${name}: ${drawn.length} of ${of}`);
      drawn.forEach(({ file, line, text }, i) => console.log(`${i + 1}. ${file}:${line}\n   ${text}`));
    }
  }
}
