import { expect, it } from 'vitest';
import { createMailer } from './mailer.ts';
import { startSmtpSink } from './testing/smtp-sink.ts';

it('keeps line breaks and extra addresses out of the headers and envelope of an e-mail', async () => {
  const sink = await startSmtpSink();
  const mailer = createMailer({ smtpUrl: sink.url, from: 'ringside@example.com' }, async () => undefined);
  try {
    const subject = 'Report\r\nBcc: all@example.com\r\n\r\nforged';
    await mailer.deliver({ to: 'ada@example.com', subject, text: 'The real text' });
    const letter = await sink.next();
    expect(letter.to).toBe('ada@example.com');
    expect(letter.subject).toMatch(/^Report Bcc: all@example.com\s+forged$/);
    expect(letter.text.trim()).toBe('The real text');
    const to = 'ada@example.com>\r\nRCPT TO:<all@example.com';
    await mailer.deliver({ to, subject: 'x', text: 'x' }).catch(() => undefined);
    expect(sink.letters.filter((each) => each.to === 'all@example.com')).toEqual([]);
  } finally {
    mailer.close();
    await sink.close();
  }
});
