// E-mail over the SMTP server of the settings. Without one nothing is sent, and who asks for a link is told to ask a person.
import { createTransport } from 'nodemailer';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end in \n. */
  readonly text: string;
  /** The same for the same letter: who gets it twice can tell. */
  readonly messageId?: string;
  readonly attachments?: readonly {
    readonly fileName: string;
    readonly mediaType: string;
    readonly content: Uint8Array;
  }[];
}

export interface Mailer {
  readonly configured: boolean;
  /** Hands the letter over in the background. What goes wrong is told to `onError`: nobody waits for it. */
  send(letter: Letter): void;
  /** Waits until the server has taken the letter. Throws what went wrong. */
  deliver(letter: Letter): Promise<void>;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;

/** Not one of those that the command line makes up for users without an address. */
export const isReal = (address: string): boolean => !address.endsWith('.invalid');

export const createMailer = (
  settings: { readonly smtpUrl: string | null; readonly from: string },
  onError: (error: unknown) => void,
): Mailer => {
  const { smtpUrl, from } = settings;
  if (smtpUrl === null)
    return {
      configured: false,
      send: () => undefined,
      deliver: () => Promise.reject(new Error('There is no mail server')),
      close: async () => undefined,
    };
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const underway = new Set<Promise<void>>();
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
    send: (letter) => {
      if (!isReal(letter.to)) return;
      const sending: Promise<void> = hand(letter)
        .then(undefined, onError)
        .finally(() => underway.delete(sending));
      underway.add(sending);
    },
    deliver: hand,
    close: async () => {
      await Promise.allSettled(underway);
      transport.close();
    },
  };
};
