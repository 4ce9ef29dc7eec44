// Compares a dialplan context as Asterisk runs it, step by step, with the written lines.
import type { ConfigLine } from '../asterisk/config-file.ts';

interface Step {
  /** Extension and priority: `201,2` */
  readonly place: string;
  /** Application and data: `Dial(PJSIP/x,20)` */
  readonly does: string;
}

type Told = Readonly<Record<string, string>>;

const doing = (application: string, data: string): string => `${application}(${data.trim()})`;

/** Returns the steps of lines such as `exten => 201,n(label),Dial(…)`. `n` follows the previous line. Other lines are not steps. */
const stepsOf = (lines: readonly ConfigLine[]): readonly Step[] => {
  let last = 0;
  return lines.flatMap(({ name, value }): Step[] => {
    const parts = name === 'exten' ? /^([^,]+),([0-9]+|n|hint)(?:\([a-z]+\))?,(.*)$/s.exec(value) : null;
    if (parts === null) return [];
    const [, extension = '', at = '', rest = ''] = parts;
    if (at === 'hint') return [{ place: `${extension},hint`, does: doing(rest, '') }];
    last = at === 'n' ? last + 1 : Number(at);
    const open = rest.indexOf('(');
    const data = open === -1 ? '' : rest.slice(open + 1, rest.lastIndexOf(')'));
    return [{ place: `${extension},${last}`, does: doing(open === -1 ? rest : rest.slice(0, open), data) }];
  });
};

/** `told`: `ListDialplan` events. Ignores steps that others added to a context of the same name. */
export const stepDifference = (
  lines: readonly ConfigLine[],
  told: readonly Told[],
): { readonly option: string; readonly wanted: string; readonly found: string } | null => {
  const there = new Map<string, string>(
    told.flatMap((each) =>
      each['Event'] === 'ListDialplan' && each['Priority'] !== undefined
        ? [
            [
              `${each['Extension'] ?? ''},${each['Priority']}`,
              doing(each['Application'] ?? '', each['AppData'] ?? ''),
            ] as const,
          ]
        : [],
    ),
  );
  for (const { place, does } of stepsOf(lines)) {
    const found = there.get(place) ?? '';
    if (found !== does) return { option: place, wanted: does, found };
  }
  return null;
};
