// Reads the complete state of a PBX with its list actions, sent at once and answered in order. The caller holds back events that arrive in
// between and delivers them after the snapshot.
import { BlockReader } from '@ringside/core/asterisk/block.ts';
import { readShownChannel } from '@ringside/core/asterisk/decode-channel.ts';
import { readEntry, readMember, readQueue, readSummary } from '@ringside/core/asterisk/decode-queue.ts';
import { isPermissionDenied, isUnknownCommand } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import type {
  EntryFact,
  MemberFact,
  QueueFact,
  QueueSnapshot,
  ShownChannelFact,
  Snapshot,
  SummaryFact,
} from '@ringside/core/asterisk/fact.ts';
import type { QueueLists } from '@ringside/core/live/differing-queues.ts';
import type { ActionFields } from '@ringside/core/asterisk/action.ts';
import type { Connection } from './connection.ts';
import type { LinkFailure } from './link-failure.ts';

export interface SnapshotRead {
  readonly snapshot: Snapshot;
  /** Time of the last full reload, on the PBX's clock; `null` if unknown. */
  readonly reloadedAt: string | null;
  /** Actions that this login may not use. */
  readonly denied: readonly string[];
  /** Actions that the PBX does not know: it is still booting, or a module is not loaded. */
  readonly unknown: readonly string[];
  /** Any other refusal. */
  readonly failed: readonly { readonly action: string; readonly message: string }[];
}

interface OpenLists {
  readonly queues: QueueFact[];
  readonly members: MemberFact[];
  readonly entries: EntryFact[];
}

const takeQueueItem = (lists: OpenLists, name: string, block: string): void => {
  const reader = new BlockReader(block);
  if (name === 'QueueParams') lists.queues.push(readQueue(reader));
  else if (name === 'QueueMember') lists.members.push(readMember(reader));
  else if (name === 'QueueEntry') lists.entries.push(readEntry(reader));
};

/** Returns the startup or reload time from a `CoreStatus` reply. */
const momentOf = (reply: AmiReply | null, which: 'Startup' | 'Reload'): string | null => {
  const [date, time] = [reply?.fields[`Core${which}Date`], reply?.fields[`Core${which}Time`]];
  return date === undefined || time === undefined ? null : `${date}T${time}`;
};

/** Reads a snapshot. Calls `failed` if a request gets no answer. `done` runs before the bytes after the last list are processed. */
export const readSnapshot = (
  connection: Pick<Connection, 'send'>,
  waitMs: number,
  done: (read: SnapshotRead) => void,
  failed: (failure: LinkFailure) => void,
): void => {
  const lists: OpenLists = { queues: [], members: [], entries: [] };
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
    const reloadedAt = momentOf(core.CoreStatus, 'Reload');
    done({
      snapshot: {
        startedAt: momentOf(core.CoreStatus, 'Startup'),
        reloadedAt,
        version: core.CoreSettings?.fields['AsteriskVersion'] ?? '',
        systemName: core.CoreSettings?.fields['SystemName'] ?? '',
        ...lists,
        summaries,
        channels,
      },
      reloadedAt,
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

/** Reads all queues without their summaries; `null` if the PBX refuses. */
export const readQueueLists = (
  connection: Pick<Connection, 'send'>,
  waitMs: number,
  done: (lists: QueueLists | null) => void,
): void => {
  const lists: OpenLists = { queues: [], members: [], entries: [] };
  connection.send(
    'QueueStatus',
    {},
    {
      item: (name, block) => takeQueueItem(lists, name, block),
      done: (reply) => done(reply.success ? lists : null),
      failed: () => done(null),
    },
    waitMs,
  );
};

/** Reads one queue; with `member`, only that member of it. */
export const readQueueAlone = (
  connection: Pick<Connection, 'send'>,
  queue: string,
  member: string | null,
  waitMs: number,
  done: (read: QueueSnapshot | null) => void,
): void => {
  const lists: OpenLists = { queues: [], members: [], entries: [] };
  const fields: ActionFields = member === null ? { Queue: queue } : { Queue: queue, Member: member };
  connection.send(
    'QueueStatus',
    fields,
    {
      item: (name, block) => takeQueueItem(lists, name, block),
      done: (reply) => {
        // Asterisk matches queue names case-insensitively, so this selects the exact name.
        const params = lists.queues.find((q) => q.queue === queue) ?? null;
        done(reply.success ? { queue, params, members: lists.members, entries: lists.entries } : null);
      },
      failed: () => done(null),
    },
    waitMs,
  );
};
