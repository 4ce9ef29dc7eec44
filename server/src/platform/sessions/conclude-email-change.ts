// The consequences of a changed e-mail address, for the profile and for administrators.
import type { Db } from '../db/connect.ts';
import type { Mailer } from '../mail/mailer.ts';
import { sendNotice } from '../mail/notice.ts';
import { endLinks } from './link-queries.ts';

/** `user`: the account with its old address. Links sent to that address become invalid. */
export const concludeEmailChange = async (
  deps: { readonly mail: Mailer },
  tx: Db,
  user: {
    readonly id: string;
    readonly username: string;
    readonly firstname: string;
    readonly email: string;
    readonly language: string;
  },
  email: string,
): Promise<void> => {
  await endLinks(tx, user.id);
  // Notify the old address, because an attacker would control the new one.
  await sendNotice(deps, tx, 'email-changed', user, { email });
};
