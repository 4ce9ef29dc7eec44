// What Asterisk has of an object, in its own words.
import { decodeUtf8 } from '@ringside/core/ami/clean.ts';
import { encodeConfigAction } from '@ringside/core/ami/config-action.ts';
import { isPermissionDenied } from '@ringside/core/ami/reply.ts';
import type { Told } from '@ringside/core/pbx/compare-told.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { refusalOf } from './config-refused.ts';
import type { Connection } from './connection.ts';

/** Kinds that AMI tells of. */
export type ToldKind = Exclude<PbxObjectKind, 'music'>;

const headersOf = (block: string): Told =>
  Object.fromEntries(
    decodeUtf8(block)
      .split('\r\n')
      .map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()]),
  );

const ASKED: Readonly<Record<Exclude<ToldKind, 'queue' | 'voicemail'>, readonly [action: string, by: string]>> = {
  pjsip: ['PJSIPShowEndpoint', 'Endpoint'],
  dialplan: ['ShowDialPlan', 'Context'],
};

/** Message by message; null: nothing, or it must not be asked (boxes, without the class that tells them). */
export const tellObject = (connection: Connection, kind: ToldKind, name: string): Promise<readonly Told[] | null> =>
  new Promise((resolve, failed) => {
    const told: Told[] = [];
    const item = (_: unknown, block: string): void => {
      told.push(headersOf(block));
    };
    const end = (): void => resolve(told.length === 0 ? null : told);
    if (kind === 'queue') {
      connection.send('QueueStatus', { Queue: name }, { item, done: end, failed });
    } else if (kind === 'voicemail') {
      const done = (reply: { readonly success: boolean }): void =>
        resolve(reply.success ? told.filter((each) => each['VMContext'] === name) : null);
      connection.write((id) => encodeConfigAction('VoicemailUsersList', id, {}), { item, done, failed });
    } else {
      const [action, by] = ASKED[kind];
      connection.write((id) => encodeConfigAction(action, id, { [by]: name }), {
        item,
        done: (reply) => (isPermissionDenied(reply) ? failed(refusalOf(reply, action)) : end()),
        failed,
      });
    }
  });
