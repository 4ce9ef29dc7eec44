import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRANSCRIPTS, transcript } from '../../../lab/transcripts.ts';
import { eventOf, responseOf } from './block.ts';
import { decodeUtf8 } from './clean.ts';
import { createFramer } from './frame.ts';
import type { FrameLimits } from './frame.ts';

interface Framed {
  greeting: string | null;
  overlong: string | null;
  blocks: string[];
}

const frame = (chunks: Iterable<string>, limits?: FrameLimits): Framed => {
  const seen: Framed = { greeting: null, overlong: null, blocks: [] };
  const framer = createFramer(
    {
      greeting: (line) => (seen.greeting = line),
      block: (block) => void seen.blocks.push(block),
      overlong: (start) => (seen.overlong = start),
    },
    limits,
  );
  for (const chunk of chunks) framer.push(chunk);
  return seen;
};

/** Splits the same bytes with Node's own UTF-8 decoder and a plain split, as an independent reference. */
const reference = (bytes: Buffer): string[] => {
  const text = bytes.toString('utf8');
  return text
    .slice(text.indexOf('\r\n') + 2)
    .split('\r\n\r\n')
    .map((part) => part.replace(/^(\r\n)+/, ''))
    .slice(0, -1)
    .filter((part) => part !== '');
};

const cut = (text: string, at: readonly number[]): string[] => {
  const edges = [0, ...[...new Set(at)].sort((a, b) => a - b), text.length];
  return edges.slice(1).map((edge, i) => text.slice(edges[i], edge));
};

describe('recorded sessions', () => {
  it.each(TRANSCRIPTS)('%s: gives the same messages as a plain split of the decoded text', (name) => {
    const bytes = transcript(name);
    const { greeting, blocks, overlong } = frame([bytes.toString('latin1')]);
    expect(greeting).toMatch(/^Asterisk Call Manager\/\d/);
    expect(overlong).toBeNull();
    expect(blocks.map(decodeUtf8)).toEqual(reference(bytes));
  });
});

describe('chunk boundaries', () => {
  const small = TRANSCRIPTS.filter((name) => transcript(name).length < 30_000);
  it.each(small)('%s: gives the same messages when split at every byte and in two at each position', (name) => {
    const text = transcript(name).toString('latin1');
    const whole = frame([text]);
    const joined = whole.blocks.join('\0');
    expect(frame(text)).toEqual(whole);
    for (let at = 1; at < Math.min(text.length, 4_000); at++) {
      const halves = frame([text.slice(0, at), text.slice(at)]);
      if (halves.blocks.join('\0') !== joined) expect(halves, `cut at ${at}`).toEqual(whole);
    }
  });

  it('handles random splits of a busy session with names in three scripts', () => {
    const text = transcript('09-local-channel-members').toString('latin1');
    const whole = frame([text]);
    expect(decodeUtf8(whole.blocks.join(''))).toContain('CallerIDName: שרה כהן');
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 300 }), (at) => {
        expect(frame(cut(text, at))).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  it('handles random messages split at random positions', () => {
    const value = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', ':', 'é'), maxLength: 12 });
    const safe = value.filter((v) => !v.includes('\r\n') && !v.endsWith('\r') && !v.startsWith('\n'));
    const message = fc.array(safe, { minLength: 1, maxLength: 4 }).map((v) => v.map((x) => `H: ${x}`).join('\r\n'));
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat(400)), (messages, at) => {
        const text = `Asterisk Call Manager/1\r\n${messages.map((m) => `${m}\r\n\r\n`).join('')}`;
        expect(
          frame(
            cut(
              text,
              at.filter((n) => n < text.length),
            ),
          ).blocks,
        ).toEqual(messages);
      }),
    );
  });
});

describe('irregular messages', () => {
  const hello = 'Asterisk Call Manager/11.0.0\r\n';
  it.each<[string, string, string[]]>([
    ['a bare LF inside a value', 'Message: Park successful\n\r\nX: 1\r\n\r\n', ['Message: Park successful\n\r\nX: 1']],
    ['two bare LFs do not end a message', 'Message: a\n\nb\r\n\r\n', ['Message: a\n\nb']],
    ['an empty line too many', 'Response: Success\r\n\r\n\r\nEvent: X\r\n\r\n', ['Response: Success', 'Event: X']],
    [
      'old command output with an empty line in it',
      'Response: Follows\r\nPrivilege: Command\r\none\r\n\r\ntwo\n--END COMMAND--\r\n\r\nEvent: X\r\n\r\n',
      ['Response: Follows\r\nPrivilege: Command\r\none\r\n\r\ntwo\n--END COMMAND--', 'Event: X'],
    ],
    ['plain text, as Queues once sent', 'acme has 0 calls\r\n   Members:\r\n\r\n', ['acme has 0 calls\r\n   Members:']],
    ['the end of the link in a message', 'Event: A\r\n\r\nEvent: B\r\nCh', ['Event: A']],
  ])('%s', (_, text, blocks) => {
    expect(frame([hello + text]).blocks).toEqual(blocks);
    expect(frame(hello + text).blocks).toEqual(blocks);
  });

  it('reads the name of an event or a response only from the first line', () => {
    expect(eventOf('Event: Hangup\r\nEvent: Other')).toBe('Hangup');
    expect(eventOf('Response: Success\r\nEvent: X')).toBe('');
    expect(responseOf('Response: Goodbye')).toBe('Goodbye');
  });
});

describe('limits', () => {
  const limits = { greetingBytes: 40, blockBytes: 100 };
  it('stops at a peer that sends no greeting', () => {
    const seen = frame(['HTTP/1.1 200 OK', ' and so on and on and on and on and on'], limits);
    expect(seen.overlong).toBe('HTTP/1.1 200 OK and so on and on and on ');
  });
  it('accepts any first line that ends', () => {
    expect(frame(['SSH-2.0-OpenSSH_9.2\r\n'], limits).greeting).toBe('SSH-2.0-OpenSSH_9.2');
  });
  it('stops at a message without end, however slowly it arrives, and reads nothing after it', () => {
    const seen = frame(['Hi\r\n', ...'x'.repeat(101), '\r\n\r\nEvent: A\r\n\r\n'], limits);
    expect(seen).toMatchObject({ blocks: [], overlong: 'x'.repeat(40) });
  });
  it('accepts many messages of the allowed size in one chunk', () => {
    const blocks = Array.from({ length: 50 }, (_, i) => `Event: E${i}`);
    expect(frame([`Hi\r\n${blocks.map((b) => `${b}\r\n\r\n`).join('')}`], limits).blocks).toEqual(blocks);
  });
});
