// Collects metrics in the Prometheus text format. Other areas add theirs as sources. No metric names a customer or user.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

export interface Sample {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}
type MetricSource = () => readonly Sample[];

export interface Metrics {
  addSource(source: MetricSource): void;
  render(): string;
}

const escapeLabel = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

const renderSample = (sample: Sample): string => {
  const labels = Object.entries(sample.labels ?? {}).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return `${sample.name}${labels.length === 0 ? '' : `{${labels.join(',')}}`} ${sample.value}`;
};

const renderAll = (samples: readonly Sample[]): string => {
  const byName = Map.groupBy(samples, (sample) => sample.name);
  const blocks = [...byName].map(([name, group]) =>
    [`# HELP ${name} ${group[0]?.help}`, `# TYPE ${name} ${group[0]?.type}`, ...group.map(renderSample)].join('\n'),
  );
  return `${blocks.join('\n')}\n`;
};

const processSamples = (lag: ReturnType<typeof monitorEventLoopDelay>): readonly Sample[] => {
  const memory = process.memoryUsage();
  return [
    {
      name: 'ringside_uptime_seconds',
      help: 'Seconds since the start',
      type: 'gauge',
      value: Math.round(process.uptime()),
    },
    { name: 'process_resident_memory_bytes', help: 'Resident memory, in bytes', type: 'gauge', value: memory.rss },
    { name: 'nodejs_heap_used_bytes', help: 'JavaScript heap in use, in bytes', type: 'gauge', value: memory.heapUsed },
    {
      name: 'nodejs_event_loop_lag_p99_seconds',
      help: 'Event-loop delay since the last scrape, 99th percentile, in seconds',
      type: 'gauge',
      value: Number.isNaN(lag.percentile(99)) ? 0 : lag.percentile(99) / 1e9,
    },
  ];
};

export const collectMetrics = (app: FastifyInstance): Metrics => {
  const sources: MetricSource[] = [];
  const requests = new Map<string, { labels: Record<string, string | number>; count: number; seconds: number }>();
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    const key = `${labels.method} ${labels.route} ${labels.status}`;
    const entry = requests.get(key) ?? { labels, count: 0, seconds: 0 };
    requests.set(key, { labels, count: entry.count + 1, seconds: entry.seconds + reply.elapsedTime / 1000 });
  });
  app.addHook('onClose', async () => {
    lag.disable();
  });
  const requestSamples = (): readonly Sample[] =>
    [...requests.values()].flatMap(({ labels, count, seconds }) => [
      {
        name: 'ringside_http_requests_total',
        help: 'Answered HTTP requests',
        type: 'counter' as const,
        labels,
        value: count,
      },
      {
        name: 'ringside_http_request_seconds_total',
        help: 'Seconds spent answering HTTP requests',
        type: 'counter' as const,
        labels,
        value: Number(seconds.toFixed(6)),
      },
    ]);
  return {
    addSource: (source) => sources.push(source),
    render: () => {
      const text = renderAll([...processSamples(lag), ...requestSamples(), ...sources.flatMap((source) => source())]);
      lag.reset();
      return text;
    },
  };
};
