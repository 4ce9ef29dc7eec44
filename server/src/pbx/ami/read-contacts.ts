// Reads the phone registrations of a PBX over a separate, short-lived connection.
import { BlockReader } from '@ringside/core/asterisk/block.ts';
import { readContact } from '@ringside/core/asterisk/decode-contact.ts';
import type { PbxContact } from '@ringside/core/asterisk/decode-contact.ts';
import { isPermissionDenied } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { login } from './login.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

/** `denied`: the login lacks class `system`. `away`: any other failure. */
export type ContactsRead =
  | { readonly kind: 'read'; readonly contacts: readonly PbxContact[] }
  | { readonly kind: 'denied' }
  | { readonly kind: 'away' };

/** Short waits, because a user waits for the page. */
const TIMES: LinkTimes = { ...LINK_TIMES, connectMs: 4_000, greetingMs: 4_000, loginMs: 5_000, replyMs: 8_000 };

const listed = (connection: Pick<Connection, 'send'>): Promise<{ reply: AmiReply; contacts: readonly PbxContact[] }> =>
  new Promise((resolve, reject) => {
    const contacts: PbxContact[] = [];
    connection.send(
      'PJSIPShowContacts',
      {},
      {
        item: (_, block) => contacts.push(readContact(new BlockReader(block))),
        done: (reply) => resolve({ reply, contacts }),
        failed: reject,
      },
    );
  });

/** The promise never rejects. */
export const readContacts = async (settings: LinkSettings, times: LinkTimes = TIMES): Promise<ContactsRead> => {
  let connection: Connection | null = null;
  try {
    connection = await openConnection(settings, times, {
      event: () => undefined,
      chunkEnd: () => undefined,
      ended: () => undefined,
    });
    await login(connection, settings, times);
    const { reply, contacts } = await listed(connection);
    // Without registrations, Asterisk answers with the error `No Contacts found`.
    if (isPermissionDenied(reply)) return { kind: 'denied' };
    await connection.request('Logoff').catch(() => undefined);
    return { kind: 'read', contacts };
  } catch {
    return { kind: 'away' };
  } finally {
    connection?.close();
  }
};
