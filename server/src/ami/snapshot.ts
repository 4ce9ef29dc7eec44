// Reads the whole state of a PBX by its list actions, sent at once and answered in order. Events that arrive between
// them go their own way: the caller keeps them back and delivers them after the snapshot.
import { BlockReader } from '@ringside/core/ami/block.ts';
import { readShownChannel } from '@ringside/core/ami/decode-channel.ts';
import { readEntry, readMember, readQueue, readSummary } from '@ringside/core/ami/decode-queue.ts';
import { isPermissionDenied, isUnknownCommand } from '@ringside/core/ami/reply.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import type {
  EntryFact,
  MemberFact,
  QueueFact,
  QueueSnapshot,
  ShownChannelFact,
  Snapshot,
  SummaryFact,
} from '@ringside/core/live/fact.ts';
import type { ActionFields } from '@ringside/core/ami/action.ts';
import type { Connection } from './connection.ts';
import type { LinkFailure } from './link-failure.ts';

export interface SnapshotRead {
  readonly snapshot: Snapshot;
  /** When the PBX last read all of its configuration anew, on its own clock; null: it does not say. */
  readonly reloadedAt: string | null;
  /** Actions that this login may not use. */
  readonly denied: readonly string[];
  /** Actions that the PBX does not know: still booting, or a module that is not loaded. */
  readonly unknown: readonly string[];
  /** Any other refusal. */
  readonly failed: readonly { readonly action: string; readonly message: string }[];
}

interface QueueLists {
  readonly queues: QueueFact[];
  readonly members: MemberFact[];
  readonly entries: EntryFact[];
}

const takeQueueItem = (lists: QueueLists, name: string, block: string): void => {
  const reader = new BlockReader(block);
  if (name === 'QueueParams') lists.queues.push(readQueue(reader));
  else if (name === 'QueueMember') lists.members.push(readMember(reader));
  else if (name === 'QueueEntry') lists.entries.push(readEntry(reader));
};

/** Of a reply to `CoreStatus`: the moment whose date and time bear these names. */
const momentOf = (reply: AmiReply | null, which: 'Startup' | 'Reload'): string | null => {
  const [date, time] = [reply?.fields[`Core${which}Date`], reply?.fields[`Core${which}Time`]];
  return date === undefined || time === undefined ? null : `${date}T${time}`;
};

/** Rejects with the LinkFailure of a request that was never answered. `done` runs before the bytes after the last list are read. */
export const readSnapshot = (
  connection: Connection,
  waitMs: number,
  done: (read: SnapshotRead) => void,
  failed: (failure: LinkFailure) => void,
): void => {
  const lists: QueueLists = { queues: [], members: [], entries: [] };
  const summaries: SummaryFact[] = [];
  const channels: ShownChannelFact[] = [];
  const denied: string[] = [];
  const unknown: string[] = [];
  const refused: { action: string; message: string }[] = [];
  const core: Record<'CoreStatus' | 'CoreSettings', AmiReply | null> = { CoreStatus: null, CoreSettings: null };
  let open = 5;
  let over = false;

  const fail = (failure: LinkFailure): void => {
    if (over) return;
    over = true;
    failed(failure);
  };
  const finish = (): void => {
    over = true;
    done({
      snapshot: {
        startedAt: momentOf(core.CoreStatus, 'Startup'),
        version: core.CoreSettings?.fields['AsteriskVersion'] ?? '',
        systemName: core.CoreSettings?.fields['SystemName'] ?? '',
        ...lists,
        summaries,
        channels,
      },
      reloadedAt: momentOf(core.CoreStatus, 'Reload'),
      denied,
      unknown,
      failed: refused,
    });
  };
  const ask = (action: string, item?: (name: string, block: string) => void): void =>
    connection.send(
      action,
      {},
      {
        ...(item === undefined ? {} : { item }),
        done: (reply) => {
          if (isPermissionDenied(reply)) denied.push(action);
          else if (isUnknownCommand(reply)) unknown.push(action);
          else if (!reply.success) refused.push({ action, message: reply.message });
          else if (action === 'CoreStatus' || action === 'CoreSettings') core[action] = reply;
          open--;
          if (open === 0 && !over) finish();
        },
        failed: fail,
      },
      waitMs,
    );

  ask('CoreStatus');
  ask('CoreSettings');
  ask('QueueStatus', (name, block) => takeQueueItem(lists, name, block));
  ask('QueueSummary', (_, block) => summaries.push(readSummary(new BlockReader(block))));
  ask('CoreShowChannels', (_, block) => channels.push(readShownChannel(new BlockReader(block))));
};

/** One queue alone; with `member`, that member alone of its members. */
export const readQueueAlone = (
  connection: Connection,
  queue: string,
  member: string | null,
  waitMs: number,
  done: (read: QueueSnapshot | null) => void,
): void => {
  const lists: QueueLists = { queues: [], members: [], entries: [] };
  const fields: ActionFields = member === null ? { Queue: queue } : { Queue: queue, Member: member };
  connection.send(
    'QueueStatus',
    fields,
    {
      item: (name, block) => takeQueueItem(lists, name, block),
      done: (reply) => {
        // A queue may be asked for without regard to case; take only what was meant.
        const params = lists.queues.find((q) => q.queue === queue) ?? null;
        done(reply.success ? { queue, params, members: lists.members, entries: lists.entries } : null);
      },
      failed: () => done(null),
    },
    waitMs,
  );
};
