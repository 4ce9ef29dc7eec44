// Rejects banned words in SQL comments, English texts and docs of the working tree (the lint checks the comments of scripts), and commit
// subjects that break the rules.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bannedWord } from './banned-words.mjs';
import { root } from './set-up.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

const lines = (file, text) => text.split('\n').map((line, index) => ({ file, line: index + 1, text: line }));

/** Returns a function that lists the banned words of a file as `file:line: word`. Loads TypeScript, which a new clone lacks until installed. */
export const createReader = async () => {
  const { jsonTexts, moduleTexts, sqlComments } = await import('./prose.mjs');
  const kinds = [
    [/\.sql$/, sqlComments],
    // Keys too, because translators read them. The language code of Hebrew is no word.
    [
      /^(web\/src\/locales\/en\/.*|core\/src\/contract\/words\/en)\.json$/,
      (file, text) => [...jsonTexts(file, text), ...lines(file, text.replaceAll('"he":', '"":'))],
    ],
    [/^server\/src\/platform\/documents\/words\/en\.ts$/, moduleTexts],
    // The language codes of `--language` include that of Hebrew.
    [/\.md$/, (file, text) => lines(file, text.replaceAll('en|es|fr|he', 'en|es|fr'))],
  ];
  return (file, text) => {
    const found = kinds
      .filter(([pattern]) => pattern.test(file))
      .flatMap(([, read]) => read(file, text))
      .flatMap((piece) => {
        const word = bannedWord(piece.text);
        return word === null
          ? []
          : [`${file}:${piece.line}: “${word}”: use the field's term, see docs/develop/glossary.md`];
      });
    return [...new Set(found)];
  };
};

/** `npm run check`: no banned word in any file of the working tree. */
export const wordsStep = async () => {
  const bannedIn = await createReader();
  const files = git('ls-files', '-z', '--', '*.sql', '*.md', '*.json', '*/words/en.ts').split('\0');
  const found = files
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .flatMap((file) => bannedIn(file, readFileSync(join(root, file), 'utf8')));
  return { code: found.length === 0 ? 0 : 1, output: found.join('\n') };
};

/** The rules for subjects hold for all commits after this one. */
const FIRST_RULED = '4ffae1cb';

/** Two longer subjects that landed before this check. */
const LANDED_BEFORE = [
  'e2e: end sessions with the password, and turn wallboard pages by key alone',
  'live: wait in the transfer test for the rows with a number that nobody has',
];

const NOT_IMPERATIVE = /^(add|change|fix|remove|rename|rewrite|update|use)(s|d|es|ed|ing)$/;

/** Returns what is wrong with a commit subject, or `null`. */
export const subjectFault = (subject) => {
  const first = /^[a-z][a-z0-9/,-]*: (\S+)/.exec(subject)?.[1];
  if (first === undefined) return 'is not `area: imperative summary`';
  if (subject.length > 72) return `has ${subject.length} characters; at most 72 are allowed`;
  if (NOT_IMPERATIVE.test(first)) return `does not begin with an imperative: “${first}”`;
  return subject.endsWith('.') ? 'ends with a full stop' : null;
};

/** Every commit since the rules began has a valid subject. A clone without that history is checked for its last commit. */
export const subjectsStep = async () => {
  const isKnown = (() => {
    try {
      git('merge-base', '--is-ancestor', FIRST_RULED, 'HEAD');
      return true;
    } catch {
      return false;
    }
  })();
  const range = isKnown ? [`${FIRST_RULED}..HEAD`] : ['-1', 'HEAD'];
  const subjects = git('log', '--no-merges', '--format=%s', ...range)
    .split('\n')
    .filter(Boolean);
  const faults = subjects.flatMap((subject) => {
    const fault = LANDED_BEFORE.includes(subject) ? null : subjectFault(subject);
    return fault === null ? [] : [`“${subject}” ${fault}`];
  });
  return { code: faults.length === 0 ? 0 : 1, output: faults.join('\n') };
};
