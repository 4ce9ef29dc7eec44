import { describe, expect, it } from 'vitest';
import { bannedWord } from './banned-words.mjs';
import { createReader, subjectFault, subjectsStep, wordsStep } from './check-words.mjs';
import {
  commitHash,
  jsonTexts,
  moduleTexts,
  paragraphs,
  scriptComments,
  sqlComments,
  thrownMessages,
} from './prose.mjs';
import { draw, GROUPS, sample } from './words-sample.mjs';

const texts = (pieces) => pieces.map(({ line, text }) => `${line} ${text}`);

describe('prose', () => {
  it('reads comments of scripts, and nothing from strings, templates, patterns and JSX text', () => {
    const source = [
      '// First line,',
      '// and second.',
      "const url = 'https://example.com'; // trailing",
      'const t = `// ${a} https://b`;',
      'const r = /\\/\\/ no/;',
      '/** Returns it.',
      ' * Twice. */',
      'const f = () => { /* empty */ };',
      'const J = () => <p>// text {/* shown */}</p>;',
      '// oxlint-disable-next-line',
      'f({',
      '  // before the brace',
      '});',
    ].join('\n');
    expect(texts(scriptComments('a.tsx', source))).toEqual([
      '1 First line, and second.',
      '3 trailing',
      '6 Returns it. Twice.',
      '8 empty',
      '9 shown',
      '12 before the brace',
    ]);
  });

  it('reads comments of SQL and of the database', () => {
    const source = "-- One\n-- comment.\nselect 'a -- b'; -- end\ncomment on table t is 'The agent''s rows.';";
    expect(texts(sqlComments('a.sql', source))).toEqual(['1 One comment.', '3 end', "4 The agent's rows."]);
  });

  it('reads texts, messages and paragraphs with their lines', () => {
    expect(texts(jsonTexts('a.json', '{\n "a": { "b": "Add queue" },\n "n": "{{n}}"\n}'))).toEqual(['2 Add queue']);
    expect(texts(moduleTexts('a.ts', "import x from 'xx';\nexport const en = {\n a: 'Page {page}' };"))).toEqual([
      '3 Page {page}',
    ]);
    expect(
      texts(
        thrownMessages('a.ts', "throw new TypeError(`No plan ${id} here`);\nf('x', { detail: 'Try again' }, 'no');"),
      ),
    ).toEqual(['1 No plan ${id} here', '2 Try again']);
    const page = '# Title\n\nTwo\nlines.\n\n- an item\n- another one\n\n```sh\nnot this one\n```\n| a | table |';
    expect(texts(paragraphs('a.md', page))).toEqual(['3 Two lines.', '6 - an item', '7 - another one']);
  });
});

describe('words:sample', () => {
  it('draws full groups', () => {
    const groups = sample(commitHash('HEAD'));
    expect(groups.map(({ name, drawn }) => [name, drawn.length])).toEqual(GROUPS.map((g) => [g.name, g.size]));
    const pieces = groups.flatMap(({ drawn }) => drawn);
    expect(pieces.filter(({ file, line, text }) => !file || !(line > 0) || text.length < 2)).toEqual([]);
  });

  it('draws the same pieces with the same seed, others with another, and each text once', () => {
    const pieces = Array.from({ length: 200 }, (_, i) => ({ file: 'a.ts', line: i + 1, text: `text ${i}` }));
    const [a, b] = [draw(pieces, 50, 'a'), draw(pieces, 50, 'b')];
    expect(draw(pieces.toReversed(), 50, 'a')).toEqual(a);
    expect(a).not.toEqual(b);
    expect(draw([...pieces, ...pieces], 400, 'a')).toHaveLength(200);
  });
});

describe('banned words', () => {
  it('are found, and ordinary words are not', () => {
    for (const text of ['the agent and his queue', 'What is told', "Nobody's queue", 'Re-rate calls anew'])
      expect(bannedWord(text)).not.toBeNull();
    for (const text of [
      'This is a history',
      'a long-standing order',
      'The caller hears music'.replace('hears', 'gets'),
    ])
      expect(bannedWord(text)).toBeNull();
  });

  it('are found in SQL comments, texts, keys and docs with their line', async () => {
    const bannedIn = await createReader();
    expect(bannedIn('a.sql', "select 'his';\n-- his row")).toEqual([expect.stringMatching(/^a\.sql:2: “his”/)]);
    expect(bannedIn('web/src/locales/en/a.json', '{\n "owes": "x"\n}')).toEqual([
      expect.stringContaining('en/a.json:2'),
    ]);
    expect(bannedIn('web/src/locales/es/a.json', '{ "he": "he dicho" }')).toEqual([]);
    expect(bannedIn('docs/a.md', 'ok\nthe walls')).toEqual([expect.stringContaining('docs/a.md:2')]);
  });

  it('are in no file', async () => {
    expect(await wordsStep()).toEqual({ code: 0, output: '' });
  });
});

describe('commit subjects', () => {
  it.each([
    ['queues: add wrap-up time', null],
    ['core,web: rename the effective caller', null],
    ['Queues: add wrap-up time', 'is not'],
    ['add wrap-up time', 'is not'],
    [`queues: ${'x'.repeat(72)}`, '80 characters'],
    ['queues: added wrap-up time', 'imperative'],
    ['queues: add wrap-up time.', 'full stop'],
  ])('%s', (subject, fault) => {
    if (fault === null) expect(subjectFault(subject)).toBeNull();
    else expect(subjectFault(subject)).toContain(fault);
  });

  it('are valid since the rules began', async () => {
    expect(await subjectsStep()).toEqual({ code: 0, output: '' });
  });
});
