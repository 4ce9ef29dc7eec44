// Creates two wallboards of one customer through the console's own API: one of all queues, one of a single queue.
import type { Api } from './api.ts';

interface QueueRow {
  readonly id: string;
  readonly name: string;
}

const NOW = [
  { figure: 'waiting', warn: 2, bad: 4, holdSeconds: 5, margin: 0 },
  { figure: 'longestWait', warn: 45, bad: 90 },
];
const SERVICE = { figure: 'serviceLevel', warn: 80_000, bad: 60_000, holdSeconds: 30, margin: 2_000 };

const cockpit = (queues: readonly QueueRow[]) => ({
  tiles: [
    {
      kind: 'totals',
      id: 'all',
      width: 3,
      figures: ['waiting', 'available', 'serviceLevel'],
      thresholds: [...NOW, SERVICE],
    },
    { kind: 'clock', id: 'clock' },
    ...queues.slice(0, 3).map(({ id }, i) => ({
      kind: 'queue',
      id: `queue-${i + 1}`,
      queueId: id,
      figures: ['waiting', 'longestWait', 'available', 'abandoned'],
      thresholds: NOW,
    })),
    { kind: 'ticker', id: 'waits', thresholds: [{ figure: 'longestWait', warn: 45, bad: 90 }] },
    { kind: 'chart', id: 'day', width: 4 },
  ],
});

const people = (welcome: string) => ({
  tiles: [
    { kind: 'agents', id: 'agents', width: 3, height: 2 },
    { kind: 'text', id: 'welcome', text: welcome },
    { kind: 'totals', id: 'talk', figures: ['averageWait', 'averageTalk', 'incall'] },
  ],
});

/** `welcome`: text on the wallboard, in the customer's language. */
export const seedWallboards = async (
  api: Api,
  customerId: string,
  words: { readonly cockpit: string; readonly desk: string; readonly welcome: string },
): Promise<void> => {
  const { data: queues } = await api.get<{ data: QueueRow[] }>(`/queues?customerId=${customerId}&perPage=100`);
  const [first] = queues;
  if (first === undefined) throw new Error('The demo’s customer has no queue to show');
  await api.post('/wallboards', {
    customerId,
    name: words.cockpit,
    rotateSeconds: 20,
    pages: [cockpit(queues), people(words.welcome)],
  });
  await api.post('/wallboards', {
    customerId,
    name: words.desk,
    scheme: 'light',
    pages: [
      {
        tiles: [
          {
            kind: 'queue',
            id: 'desk',
            width: 2,
            height: 2,
            queueId: first.id,
            figures: ['waiting', 'longestWait', 'available', 'serviceLevel'],
            thresholds: [...NOW, SERVICE],
          },
          { kind: 'agents', id: 'agents', width: 2, height: 2, queueIds: [first.id] },
          { kind: 'chart', id: 'day', width: 3, queueIds: [first.id] },
          { kind: 'clock', id: 'clock' },
        ],
      },
    ],
  });
};
