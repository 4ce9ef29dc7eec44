// Writes e-mails to a user, in the user's language.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { textsIn } from '@ringside/core/contract/text.ts';
import type { Db } from '../db/connect.ts';
import type { Mailer } from './mailer.ts';
import { MAIL_WORDS } from './words.ts';
import type { Notice } from './words.ts';

interface Addressee {
  readonly username: string;
  readonly firstname: string;
  readonly email: string;
  readonly language: string;
}

/** Makes a user-chosen name safe: mail clients would turn a name that looks like a web address into a link. */
const plain = (name: string): string => name.replace(/[\r\n]+/g, ' ').replace(/:\/\/|www\./gi, ' ');

const wordsOf = (user: Addressee) => textsIn(MAIL_WORDS, user.language);

const compose = (
  user: Addressee,
  subject: string,
  lines: readonly string[],
  values: Readonly<Record<string, string>> = {},
) => {
  const all: Readonly<Record<string, string>> = {
    name: plain(user.firstname.trim() || user.username),
    username: plain(user.username),
    ...values,
  };
  const text = [wordsOf(user).greeting, ...lines].map((line) => fillIn(line, all)).join('\n\n');
  return { to: user.email, subject, text: `${text}\n` };
};

/** Notifies the owner of an account of a change, in the transaction of the change. `values`: `email`, `passkey` (its name). */
export const sendNotice = (
  { mail }: { readonly mail: Mailer },
  tx: Db,
  notice: Notice,
  user: Addressee,
  values: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const words = wordsOf(user);
  const safe = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, plain(value)]));
  return mail.send(tx, compose(user, words.noticeSubject, [words.notices[notice], words.notYou], safe));
};

/** `until`: end of validity, formatted in the user's language and time zone. */
export const sendInvitation = (
  { mail, db }: { readonly mail: Mailer; readonly db: Db },
  user: Addressee,
  values: { readonly url: string; readonly until: string },
): Promise<void> => {
  const { invitation } = wordsOf(user);
  return mail.send(db, compose(user, invitation.subject, invitation.lines, values));
};

export const sendResetLink = (
  { mail, db }: { readonly mail: Mailer; readonly db: Db },
  user: Addressee,
  url: string,
): Promise<void> => {
  const { reset } = wordsOf(user);
  return mail.send(db, compose(user, reset.subject, reset.lines, { url }));
};
