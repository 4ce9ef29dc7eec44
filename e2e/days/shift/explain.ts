// What a person needs to see when figures differ.
import type { Ground } from './ground.ts';

/** Adds to a failure what the console counted, and what the PBX servers wrote. */
export const explain =
  ({ console_, sites }: Ground) =>
  async (error: unknown): Promise<never> => {
    const lines: string[] = [];
    for (const path of ['queues/behind?set=received', 'queues/behind?set=completed', 'agents/behind?set=taken']) {
      const { data } = await console_.api.call<{ data: object[] }>('GET', `/reports/${path}&perPage=500`);
      lines.push(path, ...data.map((row) => JSON.stringify(row)));
    }
    throw new Error([String(error), ...lines, ...sites.map((site) => site.pbx.queueLog())].join('\n'));
  };
