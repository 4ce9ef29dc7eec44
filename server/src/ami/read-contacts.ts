// Asks a PBX where its phones are registered, over a connection of its own that lasts as long as the question.
import { BlockReader } from '@ringside/core/ami/block.ts';
import { readContact } from '@ringside/core/ami/decode-contact.ts';
import type { PbxContact } from '@ringside/core/ami/decode-contact.ts';
import { isPermissionDenied } from '@ringside/core/ami/reply.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { login } from './login.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

/** `denied`: the login has no class `system`. `away`: whatever else stood in the way. */
export type ContactsRead =
  | { readonly kind: 'read'; readonly contacts: readonly PbxContact[] }
  | { readonly kind: 'denied' }
  | { readonly kind: 'away' };

/** Someone waits for the answer, in front of a page. */
const TIMES: LinkTimes = { ...LINK_TIMES, connectMs: 4_000, greetingMs: 4_000, loginMs: 5_000, replyMs: 8_000 };

const listed = (connection: Connection): Promise<{ reply: AmiReply; contacts: readonly PbxContact[] }> =>
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

/** Never rejects. */
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
    // Where nobody is registered Asterisk says `No Contacts found`, as an error.
    if (isPermissionDenied(reply)) return { kind: 'denied' };
    await connection.request('Logoff').catch(() => undefined);
    return { kind: 'read', contacts };
  } catch {
    return { kind: 'away' };
  } finally {
    connection?.close();
  }
};
