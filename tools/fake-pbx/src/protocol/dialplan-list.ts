// `ShowDialPlan`: the dialplan as of its last load.
import { render } from '../sim/emit.ts';
import type { DialplanStep } from '../sim/loaded.ts';
import type { World } from '../sim/model.ts';
import { list, refusal, type ListItem } from './reply.ts';
import type { Request } from './request.ts';

const CLASSES: Readonly<Record<string, string>> = { X: '[0-9]', Z: '[1-9]', N: '[2-9]', '.': '.+', '!': '.*' };

/** Returns whether a pattern matches a number: `_10X` matches 101. */
const meets = (pattern: string, number: string): boolean => {
  if (!pattern.startsWith('_')) return pattern === number;
  const body = [...pattern.slice(1)].map((c) => CLASSES[c] ?? c.replace(/[\\^$*+?()|{}]/g, '\\$&')).join('');
  return new RegExp(`^${body}$`).test(number);
};

const stepItem = (context: string, { exten, priority, application, data }: DialplanStep): ListItem => ({
  event: 'ListDialplan',
  idFirst: true,
  body: render([
    ['Context', context],
    ['Extension', exten],
    ['Priority', priority],
    ['Application', application],
    ...(priority === 'hint' ? [] : [['AppData', data] as const]),
    ['Registrar', 'pbx_config'],
  ]),
});

export const showDialplan = (world: World, r: Request): string => {
  const [wanted, exten] = [r.get('Context'), r.get('Extension')];
  const all = [...world.loaded.dialplan].filter(([name]) => wanted === '' || name === wanted);
  if (wanted !== '' && all.length === 0) return refusal(r, `Did not find context ${wanted}`);
  const found = all.map(([name, steps]) => ({
    name,
    steps: steps.filter((s) => exten === '' || meets(s.exten, exten)),
  }));
  const steps = found.flatMap((c) => c.steps);
  if (exten !== '' && steps.length === 0)
    return refusal(r, wanted === '' ? `Did not find extension ${exten}` : `Did not find extension ${exten}@${wanted}`);
  const items = found.flatMap(({ name, steps: own }) => own.map((s) => stepItem(name, s)));
  const text = list(r, 'DialPlan list will follow', items, 'ShowDialPlanComplete');
  const extensions = new Set(found.flatMap(({ name, steps: own }) => own.map((s) => `${s.exten}@${name}`))).size;
  return text.replace(
    /\r\n$/,
    render([
      ['ListExtensions', extensions],
      ['ListPriorities', steps.length],
      ['ListContexts', found.length],
    ]) + '\r\n',
  );
};
