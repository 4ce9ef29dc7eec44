// Runs a mail server for tests that implements the required part of SMTP and stores the received e-mails.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface KeptLetter {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface SmtpSink {
  readonly url: string;
  readonly letters: KeptLetter[];
  /** Resolves with the next e-mail that was not yet returned. */
  next(): Promise<KeptLetter>;
  close(): Promise<void>;
}

const unquote = (text: string): string =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const unword = (header: string): string =>
  header.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString('utf8') : unquote(word.replaceAll('_', ' ')),
  );

const readLetter = (from: string, to: string, data: string): KeptLetter => {
  const [head = '', ...body] = data.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ');
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(headers)?.[1] ?? '7bit';
  const raw = body.join('\r\n\r\n');
  const text =
    encoding === 'base64'
      ? Buffer.from(raw, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? unquote(raw)
        : raw;
  return { from, to, subject: unword(/^Subject: (.*)$/im.exec(headers)?.[1] ?? ''), text };
};

export const startSmtpSink = async (): Promise<SmtpSink> => {
  const letters: KeptLetter[] = [];
  const waiting: (() => void)[] = [];
  let taken = 0;
  const server = createServer((socket) => {
    let buffer = '';
    let inData = false;
    let from = '';
    let to = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 sink');
      else if (verb === 'MAIL') [from, to] = [/<(.*?)>/.exec(line)?.[1] ?? '', ''];
      else if (verb === 'RCPT') to = /<(.*?)>/.exec(line)?.[1] ?? '';
      else if (verb === 'DATA') inData = true;
      if (verb === 'QUIT') socket.end('221 bye\r\n');
      else if (verb === 'DATA') say('354 go on');
      else if (verb !== 'EHLO' && verb !== 'HELO') say('250 ok');
    };
    say('220 sink');
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (piece: string) => {
      buffer += piece;
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n';
        const at = buffer.indexOf(mark);
        if (at < 0) return;
        const part = buffer.slice(0, at);
        buffer = buffer.slice(at + mark.length);
        if (!inData) {
          command(part);
          continue;
        }
        inData = false;
        letters.push(readLetter(from, to, part.replace(/^\.\./gm, '.')));
        say('250 kept');
        for (const wake of waiting.splice(0)) wake();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    next: async () => {
      while (letters.length <= taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken += 1;
      const letter = letters[taken - 1];
      if (letter === undefined) throw new Error('No letter');
      return letter;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
