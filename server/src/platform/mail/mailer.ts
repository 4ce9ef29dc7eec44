// Sends e-mail over the configured SMTP server. Without a server nothing is sent, and pages that need a link refer to an administrator.
import { createTransport } from 'nodemailer';
import type { Db } from '../db/connect.ts';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /**
   * Plain text. Lines end in
   * .
   */
  readonly text: string;
  /** The same for every try, so that recipients can recognize duplicates. */
  readonly messageId?: string;
  readonly attachments?: readonly {
    readonly fileName: string;
    readonly mediaType: string;
    readonly content: Uint8Array;
  }[];
}

/** A queued e-mail has no attachments. E-mails with attachments are delivered immediately, because the files are created at that time. */
export type QueuedLetter = Omit<Letter, 'attachments' | 'messageId'>;

export interface Mailer {
  readonly configured: boolean;
  /**
   * Queues the e-mail in the transaction of the change. The outbox sends it after the commit and retries. Does nothing without a
   * mail server.
   */
  send(tx: Db, letter: QueuedLetter): Promise<void>;
  /** Resolves when the SMTP server has accepted the e-mail. Rejects when it did not. */
  deliver(letter: Letter): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

/** Returns false for the placeholder addresses that the command line gives to users without an address. */
export const isReal = (address: string): boolean => !address.endsWith('.invalid');

export const createMailer = (
  settings: { readonly smtpUrl: string | null; readonly from: string },
  queue: (tx: Db, letter: QueuedLetter) => Promise<void>,
): Mailer => {
  const { smtpUrl, from } = settings;
  if (smtpUrl === null)
    return {
      configured: false,
      send: async () => undefined,
      deliver: () => Promise.reject(new Error('No mail server is configured')),
      close: () => undefined,
    };
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const hand = async ({ to, subject, text, messageId, attachments = [] }: Letter): Promise<void> => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(messageId === undefined ? {} : { messageId }),
      attachments: attachments.map(({ fileName, mediaType, content }) => ({
        ...{ filename: fileName, contentType: mediaType, content: Buffer.from(content) },
      })),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
  return {
    configured: true,
    send: async (tx, letter) => {
      if (isReal(letter.to)) await queue(tx, letter);
    },
    deliver: hand,
    close: () => transport.close(),
  };
};
