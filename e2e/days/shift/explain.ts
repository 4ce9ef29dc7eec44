// Details for a failed comparison of figures.
import type { Shift } from './shift-setup.ts';

/** Adds the calls behind the console's figures and the queue logs of the PBX servers to an error. */
export const explain =
  ({ console_, sites }: Shift) =>
  async (error: unknown): Promise<never> => {
    const lines: string[] = [];
    for (const path of ['queues/behind?set=received', 'queues/behind?set=completed', 'agents/behind?set=taken']) {
      const { data } = await console_.api.call<{ data: object[] }>('GET', `/reports/${path}&perPage=500`);
      lines.push(path, ...data.map((row) => JSON.stringify(row)));
    }
    throw new Error([String(error), ...lines, ...sites.map((site) => site.pbx.queueLog())].join('\n'));
  };
