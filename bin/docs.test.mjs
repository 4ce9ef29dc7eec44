// Checks the Markdown pages: links, length, commands that run, and pages generated from the code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './set-up.mjs';

const pages = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((page) => page !== '' && existsSync(join(root, page)));
const read = (page) => readFileSync(join(root, page), 'utf8');

const MOST_LINES = 200;
const MOST_LINES_README = 120;

/** Begins the first line of every generated page. */
const GENERATED = '<!-- Generated ';

/** Languages of commands. Blocks in other languages show files and output. */
const COMMANDS = new Set(['sh', 'bash', 'shell', 'console', 'sql', 'powershell', '']);

/** Returns the fenced blocks of a page as `{ line, language, mark, text }`. `mark` is the rest of the info string. */
const blocksOf = (text) => {
  const blocks = [];
  let open = null;
  text.split('\n').forEach((line, index) => {
    const fence = /^\s*(`{3,}|~{3,})(.*)$/.exec(line);
    if (open === null && fence) {
      const [language, ...mark] = fence[2].trim().split(' ');
      open = { fence: fence[1], line: index + 1, language, mark: mark.join(' '), lines: [] };
    } else if (open !== null && fence && fence[1].startsWith(open.fence) && fence[2].trim() === '') {
      blocks.push({ line: open.line, language: open.language, mark: open.mark, text: open.lines.join('\n') });
      open = null;
    } else if (open !== null) open.lines.push(line);
  });
  return blocks;
};

/** Returns a page without fenced blocks and code spans. */
const proseOf = (text) => text.replace(/^\s*(`{3,})[^]*?^\s*\1\s*$/gm, '').replace(/`[^`\n]*`/g, '');

/** Returns the anchors of the headings of a page, as GitHub makes them. */
const anchorsOf = (text) => {
  const seen = new Map();
  return text
    .replace(/^\s*(`{3,})[^]*?^\s*\1\s*$/gm, '')
    .split('\n')
    .flatMap((line) => /^#{1,6} (.*)$/.exec(line)?.[1] ?? [])
    .map((heading) => {
      const slug = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    });
};

/** Returns the relative links of a page that lead nowhere, as `page: link`. */
const deadLinksOf = (page, text) =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1])
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target === page ? text : read(target)).includes(anchor);
    })
    .map((link) => `${page}: ${link}`);

/** Returns the command blocks that neither run in a test nor are marked as not run. */
const unmarkedOf = (page, text) =>
  blocksOf(text)
    .filter(({ language, mark }) => COMMANDS.has(language) && !/^(run|not-run|run-in=\S+)$/.test(mark))
    .map(({ line }) => `${page}:${line}`);

/** Returns a text with `…` for each placeholder of a value. */
const withoutValues = (text) => text.replace(/\$\{[^}]*\}|\{\{[^}]*\}\}|\{\w+\}/g, '…').replace(/…(?:[:.]…)+/g, '…');

/** Returns the messages in the first column of the tables headed `message`. A final `…` stands for the rest of a message. */
const messagesOf = (page, text) => {
  const messages = [];
  let isTable = false;
  for (const line of text.split('\n')) {
    const [, cell] = /^\| (.*?) \|/.exec(line) ?? [];
    if (cell === 'message') isTable = true;
    else if (!line.startsWith('|')) isTable = false;
    else if (isTable && cell !== undefined) messages.push({ page, text: cell.replace(/(?<=[ .]) …$| …$/, '') });
  }
  return messages;
};

describe('docs', () => {
  it('have no dead link or anchor', () => {
    expect(pages.flatMap((page) => deadLinksOf(page, read(page)))).toEqual([]);
    expect(pages.length).toBeGreaterThan(40);
  });

  it(`have at most ${MOST_LINES} lines, and the README ${MOST_LINES_README}`, () => {
    const long = pages.filter((page) => {
      const text = read(page);
      const most = page === 'README.md' ? MOST_LINES_README : MOST_LINES;
      return !text.startsWith(GENERATED) && text.trimEnd().split('\n').length > most;
    });
    expect(long).toEqual([]);
  });

  it('lie in the folders of the docs tree', () => {
    const folders = /^docs\/(README|(start|how-to|operate|fix|reference|develop)\/[a-z0-9-]+)\.md$/;
    expect(pages.filter((page) => page.startsWith('docs/') && !folders.test(page))).toEqual([]);
  });

  it('are all linked from another page', () => {
    const linked = new Set(
      pages.flatMap((page) =>
        [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => normalize(join(dirname(page), match[1]))),
      ),
    );
    expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
  });

  it('mark every command as run or not run', () => {
    expect(pages.flatMap((page) => unmarkedOf(page, read(page)))).toEqual([]);
  });

  it('name existing tests for the commands that a test runs', () => {
    const files = pages
      .flatMap((page) => blocksOf(read(page)))
      .flatMap(({ mark }) => /^run-in=(\S+)$/.exec(mark)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('quote messages of the console exactly', () => {
    const files = execFileSync(
      'git',
      [
        'ls-files',
        '-z',
        'web/src/locales/en',
        'core/src/contract/words/en.json',
        'server/src/start',
        'server/src/platform/db',
      ],
      { cwd: root, encoding: 'utf8' },
    );
    const texts = files
      .split('\0')
      .filter((file) => /\.json$|(?<!\.test)\.ts$/.test(file))
      .map((file) => withoutValues(read(file)))
      .join('\n');
    const messages = pages
      .filter((page) => page.startsWith('docs/fix/'))
      .flatMap((page) => messagesOf(page, read(page)));
    expect(messages.length).toBeGreaterThan(50);
    expect(messages.filter(({ text }) => !texts.includes(text))).toEqual([]);
  });

  it('equal the code where they are generated', () => {
    const check = () =>
      execFileSync(process.execPath, ['bin/make-reference.mjs', '--check'], { cwd: root, encoding: 'utf8' });
    expect(check).not.toThrow();
  });
});

describe('commands marked `run`', () => {
  const blocks = pages.flatMap((page) =>
    blocksOf(read(page))
      .filter(({ mark }) => mark === 'run')
      .map(({ line, text }) => ({ name: `${page}:${line}`, text })),
  );
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };

  it.each(blocks)('$name', ({ text }) => {
    expect(() => execFileSync('sh', ['-eu', '-c', text], { cwd: root, env, encoding: 'utf8' })).not.toThrow();
  });
});

describe('the checks of the docs find', () => {
  it.each([
    ['a missing file', '[a](missing.md)', 'docs/start/a.md: missing.md'],
    ['a missing anchor', '# One\n[a](#two)', 'docs/start/a.md: #two'],
    ['a missing anchor of another page', '[a](../../README.md#nothing)', 'docs/start/a.md: ../../README.md#nothing'],
  ])('%s', (_, text, dead) => {
    expect(deadLinksOf('docs/start/a.md', text)).toEqual([dead]);
  });

  it('no fault in links that exist, web addresses and code', () => {
    const text = '# One two\n[a](#one-two) [b](https://example.com/x) `[c](missing.md)`\n\n```sh run\n[d](e)\n```\n';
    expect(deadLinksOf('README.md', text)).toEqual([]);
  });

  it('a command without a mark', () => {
    const text = '```sh\nls\n```\n\n```sh not-run\nls\n```\n\n```ini\na = 1\n```\n\n```sh maybe\nls\n```\n';
    expect(unmarkedOf('a.md', text)).toEqual(['a.md:1', 'a.md:13']);
  });
});
