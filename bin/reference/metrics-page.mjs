// The page of Prometheus metrics, read from the source of the server.
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { root } from '../set-up.mjs';
import { code, codes, parseFile, table, walk } from './table.mjs';

const textOf = (node) => (node !== undefined && ts.isStringLiteralLike(node) ? node.text : null);

/** Returns the metric of an object with `name`, `help` and `type`, or of a call such as `gauge('ringside_calls', 'Active calls', …)`. */
const metricOf = (node, labels) => {
  if (ts.isCallExpression(node) && /^(gauge|counter)$/.test(node.expression.getText())) {
    const [name, help] = node.arguments.map(textOf);
    return name && help ? { name, help, type: node.expression.getText(), labels: [] } : null;
  }
  if (!ts.isObjectLiteralExpression(node)) return null;
  const fields = new Map(node.properties.map((property) => [property.name?.getText(), property]));
  const value = (key) => fields.get(key)?.initializer;
  const name = textOf(value('name'));
  const help = textOf(value('help'));
  if (name === null || help === null) return null;
  const type = /counter|gauge/.exec(value('type')?.getText() ?? '')?.[0];
  return type === undefined ? null : { name, help, type, labels: fields.has('labels') ? labels : [] };
};

const readMetrics = (file) => {
  const source = parseFile(file);
  const metrics = [];
  let labels = [];
  walk(source, (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'labels' && node.initializer?.properties) {
      labels = node.initializer.properties.map((property) => property.name.getText());
    }
  });
  walk(source, (node) => {
    const metric = metricOf(node, labels);
    if (metric !== null) metrics.push(metric);
  });
  return metrics;
};

export const metricsPage = () => {
  const files = execFileSync('git', ['grep', '-lE', "(ringside|process|nodejs)_[a-z_0-9]+'", '--', 'server/src/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const metrics = files
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap(readMetrics);
  if (metrics.length < 15) throw new Error(`only ${metrics.length} metrics were found in server/src`);
  const rows = metrics
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, help, type, labels }) => [code(name), type, help, codes(labels)]);
  return `# Metrics

For operators. \`GET /metrics\` returns these metrics in the Prometheus text format. Programs on the console's machine need no
token. For other machines, set \`RINGSIDE_METRICS_TOKEN\` or \`RINGSIDE_METRICS_LISTEN\` ([settings](settings.md)). No metric names a
customer or user. Counters start at 0 when the console starts.

${table(['metric', 'type', 'meaning', 'labels'], rows)}
`;
};
