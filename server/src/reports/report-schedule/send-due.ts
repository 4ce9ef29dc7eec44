// Sends due scheduled reports. Each e-mail is handed to the mail server once. Failures before that are retried. An interrupted transfer is
// not, because the e-mail may have arrived.
import type { Mailer } from '../../platform/mail/mailer.ts';
import { can } from '@ringside/core/access/ability.ts';
import { composeLetter } from './compose-letter.ts';
import type { ScheduledLetter } from './compose-letter.ts';
import { mayHave } from './kinds.ts';
import type { LetterDeps } from './kinds.ts';
import * as queries from './due-queries.ts';
import type { LetterRow, ScheduleFailure } from './due-queries.ts';

type SendDeps = LetterDeps & { readonly mail: Mailer };

/** Maximum per run. The next run continues. */
const MOST_TURNS = 20;

const bytesOf = async ({ content }: ScheduledLetter['file']): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(parts);
};

/** Returns whether the connection broke after the message was sent and before the server's response. */
const mayHaveArrived = (error: unknown): boolean => {
  const { command, responseCode }: { readonly command?: unknown; readonly responseCode?: unknown } = error ?? {};
  return command === 'DATA' && responseCode === undefined;
};

const hand = async (
  { db, mail, now }: Pick<SendDeps, 'db' | 'mail' | 'now'>,
  letter: LetterRow,
  { subject, text, file }: ScheduledLetter,
  content: Uint8Array,
  onError: (error: unknown) => void,
): Promise<void> => {
  if (!(await queries.beginHanding(db, letter.id, now()))) return;
  try {
    await mail.deliver({
      ...{ to: letter.address, subject, text, messageId: `<report-${letter.id}@ringside.invalid>` },
      attachments: [{ fileName: file.fileName, mediaType: file.mediaType, content }],
    });
  } catch (error) {
    onError(error);
    if (mayHaveArrived(error)) return queries.noteFailed(db, letter, 'interrupted', now(), true);
    return queries.noteFailed(db, letter, 'mail-refused', now());
  }
  await queries.noteSent(db, letter, now());
};

const sendBatch = async (
  deps: SendDeps,
  letters: readonly LetterRow[],
  onError: (error: unknown) => void,
): Promise<void> => {
  const { db, now } = deps;
  const [first] = letters;
  const schedule = first === undefined ? null : await queries.findSchedule(db, first.scheduleId);
  if (first === undefined || schedule === null) return;
  const failAll = async (failure: ScheduleFailure, forGood: boolean): Promise<void> => {
    for (const letter of letters) await queries.noteFailed(db, letter, failure, now(), forGood);
  };
  const owner = await queries.findOwner(db, schedule, now());
  if (owner === null || !can(owner.abilities, 'export', 'report') || !mayHave(owner, schedule.report)) {
    await queries.stopSchedule(db, schedule.id);
    return failAll('owner-gone', true);
  }
  try {
    const letter = await composeLetter(deps, owner, schedule, first.dueAt.getTime());
    const content = await bytesOf(letter.file);
    for (const each of letters) await hand(deps, each, letter, content, onError);
  } catch (error) {
    onError(error);
    await failAll('not-made', false);
  }
};

/** Returns the number of schedules sent. Without a mail server nothing is planned; the last missed e-mail is sent once there is one. */
export const sendDue = async (deps: SendDeps, onError: (error: unknown) => void): Promise<number> => {
  const { db, mail, now } = deps;
  if (!mail.configured) return 0;
  await queries.giveUpInterrupted(db, now());
  await queries.planLetters(db, now());
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const letters = await queries.claimDueLetters(db, now());
    if (letters.length === 0) {
      await queries.pruneLetters(db, now());
      return turns;
    }
    await sendBatch(deps, letters, onError);
  }
  return MOST_TURNS;
};
