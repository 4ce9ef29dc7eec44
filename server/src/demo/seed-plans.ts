// Creates plans, imports their rates and assigns customers through the console's own API, with one rate file per direction.
import { stringify } from 'csv-stringify/sync';
import { DEMO_CARRIERS, DEMO_TARIFFS, type DemoDestination } from './demo-tariffs.ts';
import type { Api } from './api.ts';

const ratesOf = (destinations: readonly DemoDestination[]): string =>
  stringify(
    destinations.flatMap((d) =>
      d.prefixes.flatMap((prefix) => {
        const rate = {
          prefix,
          destinationName: d.name,
          destinationGroup: d.group,
          ratePerMinute: d.rate,
          connectFee: d.connectFee ?? '0',
          // Mobile calls are billed by the second; others by the second after the first minute.
          initialSeconds: d.group.startsWith('mobile') ? 1 : 60,
          incrementSeconds: 1,
          timing: 'any',
        };
        return d.peakRate === undefined ? [rate] : [rate, { ...rate, ratePerMinute: d.peakRate, timing: 'peak' }];
      }),
    ),
    { header: true },
  );

const importRates = async (
  api: Api,
  planId: string,
  direction: string,
  destinations: readonly DemoDestination[],
): Promise<void> => {
  const { state, errors } = await api.csv<{ state: string; errors: unknown }>(
    `/plans/${planId}/rates/import?direction=${direction}`,
    ratesOf(destinations),
  );
  if (state !== 'done') throw new Error(`The demo's rates are ${state}: ${JSON.stringify(errors)}`);
};

/** `customerIds`: ids of the demo's customers by code. Their plans are valid from `since`. */
export const seedPlans = async (api: Api, customerIds: ReadonlyMap<string, string>, since: Date): Promise<void> => {
  for (const { plan, outbound, inbound, customers } of DEMO_TARIFFS) {
    const { id } = await api.post<{ id: string }>('/plans', { ...plan, status: 'active' });
    await importRates(api, id, 'outbound', outbound);
    await importRates(api, id, 'inbound', inbound);
    for (const code of customers)
      await api.post(`/plans/${id}/customers`, {
        customerId: customerIds.get(code),
        validFrom: since.toISOString(),
      });
  }
};

/** Call before the demo's calls are simulated, since each call gets its cost when it is rated. */
export const seedCarriers = async (api: Api, serverIds: ReadonlyMap<string, number>): Promise<void> => {
  for (const { server, device, plan, outbound } of DEMO_CARRIERS) {
    const { id } = await api.post<{ id: string }>('/plans', { ...plan, purpose: 'carrier', status: 'active' });
    await importRates(api, id, 'outbound', outbound);
    await api.post(`/plans/${id}/carriers`, { serverId: serverIds.get(server), device });
  }
};
