// Letters to a user, in his own language.
import { Language } from '@ringside/core/contract/text.ts';
import type { Mailer } from './mailer.ts';
import { mailWords } from './words.ts';
import type { Notice } from './words.ts';

export interface Addressee {
  readonly username: string;
  readonly firstname: string;
  readonly email: string;
  readonly language: string;
}

/** Names are people's own: one that looks like an address would become a link in somebody's mail reader. */
const plain = (name: string): string => name.replace(/[\r\n]+/g, ' ').replace(/:\/\/|www\./gi, ' ');

const wordsOf = (user: Addressee) => mailWords(Language.catch('en').parse(user.language));

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
  const text = [wordsOf(user).greeting, ...lines]
    .map((line) => line.replace(/\{(\w+)\}/g, (_, key: string) => all[key] ?? ''))
    .join('\n\n');
  return { to: user.email, subject, text: `${text}\n` };
};

/** Tells the owner of an account what happened to it. `values` of the notice: `email`, `passkey` (its name). */
export const sendNotice = (
  { mail }: { readonly mail: Mailer },
  notice: Notice,
  user: Addressee,
  values: Readonly<Record<string, string>> = {},
): void => {
  const words = wordsOf(user);
  const safe = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, plain(value)]));
  mail.send(compose(user, words.noticeSubject, [words.notices[notice], words.notYou], safe));
};

/** `until`: in words of the user's own language and clock. */
export const sendInvitation = (
  { mail }: { readonly mail: Mailer },
  user: Addressee,
  values: { readonly url: string; readonly until: string },
): void => {
  const { invitation } = wordsOf(user);
  mail.send(compose(user, invitation.subject, invitation.lines, values));
};

export const sendResetLink = ({ mail }: { readonly mail: Mailer }, user: Addressee, url: string): void => {
  const { reset } = wordsOf(user);
  mail.send(compose(user, reset.subject, reset.lines, { url }));
};
