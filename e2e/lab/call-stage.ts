// Places calls on a PBX configured with the output of `core/pbx`, and reads its events.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Block } from './blocks-of.ts';
import type { Pbx } from './lab.ts';
import type { ConfiguredPbx } from './written-pbx.ts';

export const createCallStage = (pbx: Pbx, written: ConfiguredPbx) => {
  let nextPort = 5100;
  /** Waits for an event since `start` and returns it. */
  const seen = async (start: number, wanted: Block): Promise<Block> => {
    const found = () =>
      written
        .blocksFrom(start)
        .find((block) =>
          Object.entries(wanted).every(([key, value]) =>
            value.endsWith('*') ? block[key]?.startsWith(value.slice(0, -1)) : block[key] === value,
          ),
        );
    return vi.waitUntil(found, { timeout: 20_000, interval: 20 }).catch(() => {
      const steps = written.blocksFrom(start).filter(({ Event }) => Event === 'Newexten');
      const dialplanSteps = steps.map((s) => `${s['Context']},${s['Extension']} ${s['Application']}(${s['AppData']})`);
      throw new Error(`${JSON.stringify(wanted)} did not arrive. The steps of the call:\n${dialplanSteps.join('\n')}`);
    });
  };
  const answeredBy = (start: number, channel: string) =>
    seen(start, { Event: 'DialEnd', DestChannel: `${channel}-*`, DialStatus: 'ANSWER' });

  const says = async (command: string, isExpected: (text: string) => boolean): Promise<void> => {
    let text = '';
    const isMet = async () => isExpected((text = await pbx.cli(command)));
    await vi.waitUntil(isMet, { timeout: 30_000, interval: 200 }).catch(() => {
      throw new Error(`${command}:\n${text}`);
    });
  };
  const allGone = (): Promise<unknown> =>
    says('core show channels count', (text) => text.includes('0 active channels'));
  const hangUpAll = async (): Promise<void> => {
    await pbx.cli('channel request hangup all');
    await allGone();
  };

  /** Places a call from the carrier to a number. Resolves to the read position of its events. */
  const callIn = async (number: string): Promise<number> => {
    const start = written.said().length;
    const csv = join(pbx.folder, 'etc', 'one-caller.csv');
    writeFileSync(csv, `+12125550123;Robert, DROP);${number}\n`);
    await pbx.callers({ calls: 1, rate: 1, csv, patience: '60000', port: nextPort++ });
    return start;
  };

  /** Rings a phone of the lab, which answers and dials a number. */
  const dialFrom = async (line: string, number: string): Promise<number> => {
    const start = written.said().length;
    const context = `${line.split('-')[0]}-out`;
    const said = { Channel: `PJSIP/${line}`, Context: context, Exten: number, Priority: '1', Async: 'true' };
    await written.action('Originate', { ...said, CallerID: line, Timeout: '20000' });
    return start;
  };
  return { seen, answeredBy, says, allGone, hangUpAll, callIn, dialFrom };
};
export type CallStage = ReturnType<typeof createCallStage>;
