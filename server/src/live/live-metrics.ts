// Metrics of the live state for /metrics.
import type { LiveSide } from './start-live.ts';

interface Sample {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly value: number;
}

export const liveSamples = (live: Pick<LiveSide, 'realtime' | 'hub' | 'store'>): readonly Sample[] => {
  const sockets = live.realtime.stats();
  const hub = live.hub.stats();
  const store = live.store.stats();
  const { servers, queues, calls, callers } = live.hub.state;
  const connected = [...servers.values()].filter((s) => s.connected).length;
  const gauge = (name: string, help: string, value: number): Sample => ({ name, help, type: 'gauge', value });
  const counter = (name: string, help: string, value: number): Sample => ({ name, help, type: 'counter', value });
  return [
    gauge('ringside_sockets', 'Open live sockets', sockets.open),
    counter('ringside_socket_cut_total', 'Sockets closed because they read too slowly', sockets.cut),
    gauge('ringside_socket_audiences', 'Distinct tenant scopes among the open sockets', hub.audiences),
    counter('ringside_live_gaps_total', 'Gaps in a stream of events, each followed by a snapshot', hub.gaps),
    gauge('ringside_pbx', 'PBX servers that the console connects to', servers.size),
    gauge('ringside_pbx_connected', 'PBX servers with an open link', connected),
    gauge('ringside_queues', 'Queues in the live state', queues.size),
    gauge('ringside_calls', 'Active calls', calls.size),
    gauge('ringside_callers', 'Callers in queues', callers.size),
    gauge('ringside_events_waiting', 'Events not written to the database yet', store.waiting),
    counter('ringside_events_written_total', 'Events written to the database', store.written),
    counter('ringside_events_lost_total', 'Events lost because the database could not store them', store.lost),
  ];
};
