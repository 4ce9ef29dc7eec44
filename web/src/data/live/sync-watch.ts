/** Message fields that show the progress of the initial snapshots. */
interface SyncMessage {
  readonly Type?: unknown;
  readonly server_id?: unknown;
  readonly Event?: unknown;
  readonly EventList?: unknown;
  readonly Queue?: unknown;
  readonly CoreStartupDate?: unknown;
  readonly Message?: unknown;
}

export interface SyncWatch {
  /** Returns true once every announced server has sent its queues. */
  see(message: SyncMessage): boolean;
  /** Servers that announced themselves on this connection. */
  readonly servers: ReadonlySet<number>;
}

const serverOf = (m: SyncMessage): number => (m.server_id === undefined ? 1 : Number(m.server_id));

/** Follows the answers to CoreStatus and QueueStatus on a new connection. */
export const createSyncWatch = (): SyncWatch => {
  const servers = new Set<number>();
  const owing = new Set<number>();
  /** Servers whose current list contains only one queue. */
  const partial = new Set<number>();
  return {
    servers,
    see: (m) => {
      const id = serverOf(m);
      if (m.CoreStartupDate !== undefined) {
        if (!servers.has(id)) owing.add(id);
        servers.add(id);
      } else if (m.Type === 4 && m.EventList === 'start') {
        if (m.Queue === undefined) partial.delete(id);
        else partial.add(id);
      } else if (m.Event === 'QueueStatusComplete' && !partial.has(id)) owing.delete(id);
      if (m.Type === 4 && m.Message === 'No servers') return true;
      return servers.size > 0 && owing.size === 0;
    },
  };
};
