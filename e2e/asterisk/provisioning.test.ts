// A real Asterisk has exactly the objects that core/pbx renders: written with UpdateConfig, read back, and gone when deleted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PBX_FILES, renderPbx } from '@ringside/core/pbx/render.ts';
import type { RenderedPbx } from '@ringside/core/pbx/render.ts';
import { hostile, PLACES } from '@ringside/core/pbx/testing/hostile-places.ts';
import type { WantedSubscriber } from '@ringside/core/pbx/wanted.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import type { ConfiguredPbx } from '../lab/written-pbx.ts';
import { NOTHING, writePbx } from '../lab/written-pbx.ts';

let lab: Lab;
let pbx: Pbx;
let written: ConfiguredPbx;

const phone = (extension: string): WantedSubscriber => ({
  id: extension,
  extension,
  displayName: 'שלום; Zoë ${X}',
  secret: 'Abcdefghij0123456789',
  codecs: ['ulaw', 'alaw'],
  webrtc: false,
  callLimit: 2,
  dnd: false,
  ringSeconds: 20,
  forwarding: { always: null, busy: null, noAnswer: null, unregistered: null },
  addresses: ['127.0.0.0/8'],
});
const WANTED = renderPbx({
  tenants: [
    {
      code: 'newco',
      subscribers: Array.from({ length: 40 }, (_, i) => phone(String(201 + i))),
      queues: [
        {
          id: 'q',
          name: 'newco-sales',
          extension: '700',
          strategy: 'rrmemory',
          ringSeconds: 15,
          retrySeconds: 5,
          wrapupSeconds: 3,
          maxCallers: 9,
          weight: 2,
          serviceLevelSeconds: 20,
          ringInUse: false,
          maxWaitSeconds: 300,
          members: [{ extension: '201', penalty: 1 }],
        },
      ],
    },
  ],
});

beforeAll(async () => {
  lab = createLab();
  pbx = lab.pbx(1);
  await pbx.up({ fresh: true });
  written = await writePbx(pbx, 'off');
});
afterAll(async () => {
  written?.close();
  await lab?.close();
});

it('creates every object, and deletes every object', async () => {
  await written.apply(WANTED, NOTHING);
  await expect.poll(() => pbx.cli('queue show newco-sales'), { timeout: 20_000 }).toMatch(/max 9\) in 'rrmemory'/);
  expect(await pbx.cli('queue show newco-sales')).toContain('שלום; Zoë ${X} (PJSIP/newco-201) with penalty 1');
  const shown = () => pbx.cli('pjsip show endpoints');
  await expect.poll(async () => (await shown()).match(/Endpoint: {2}newco-/g), { timeout: 20_000 }).toHaveLength(40);
  const one = await pbx.cli('pjsip show endpoint newco-240');
  expect(one).toContain('"שלום; Zoë ${X}" <240>');
  expect(one).toMatch(/InAuth: +newco-240\/newco-240/);
  expect(one).toMatch(/context +: newco-out/);
  // 40 subscribers, their queue, and the agent codes for pause, pause with a reason, and unpause.
  await expect.poll(() => pbx.cli('dialplan show newco-out'), { timeout: 20_000 }).toContain('44 extensions');

  await written.apply(NOTHING, WANTED);
  await expect.poll(() => pbx.cli('queue show newco-sales'), { timeout: 20_000 }).toContain('No such queue');
  await expect.poll(shown, { timeout: 20_000 }).not.toContain('newco-');
  await expect
    .poll(() => pbx.cli('dialplan show newco-out').catch((error: unknown) => String(error)), { timeout: 20_000 })
    .toContain('There is no existence');
  for (const { name } of WANTED.files) {
    expect(readFileSync(join(pbx.folder, 'etc', name), 'utf8')).not.toMatch(/^[^;\s]/m);
  }
});

const namesIn = (rendered: RenderedPbx, file: string): string[] =>
  (rendered.files.find((f) => f.name === file)?.sections ?? []).map((s) => s.name);
/** Distinct matches in Asterisk's output, sorted. */
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((m) => m[1]!))].sort();

/** Objects on the PBX, without those it had before. */
const told = async () => {
  const ours = (names: readonly string[]): string[] => names.filter((name) => !before.has(name));
  return {
    endpoints: ours(found(await pbx.cli('pjsip show endpoints'), /Endpoint: +([^\s/]+)/g)),
    queues: ours(found(await pbx.cli('queue show'), /^(\S+) +has \d+ calls/gm)),
    contexts: ours(found(await pbx.cli('dialplan show'), /Context '([^']+)'/g)),
  };
};
const before = new Set<string>();

it('has the rendered objects and nothing else for hostile texts in each field', async () => {
  const own = await told();
  for (const name of Object.values(own).flat()) before.add(name);
  // Two texts per field with a fixed seed. The property tests of the renderer draw random texts.
  const texts = fc.sample(hostile, { numRuns: 2 * Object.keys(PLACES).length, seed: 20_261_122 });
  let last = NOTHING;
  const answers = () => written.said().match(/^Response: /gm);
  let asked = answers()?.length ?? 0;
  for (const [n, [name, place]] of [...Object.entries(PLACES), ...Object.entries(PLACES)].entries()) {
    const text = texts[n]!;
    const wanted = renderPbx({ tenants: [place(text)] });
    const from = written.asked();
    await written.apply(wanted, last);
    asked += written.asked() - from;
    const meant = {
      endpoints: namesIn(wanted, PBX_FILES.endpoints).sort(),
      queues: namesIn(wanted, PBX_FILES.queues).sort(),
      contexts: namesIn(wanted, PBX_FILES.dialplan).sort(),
    };
    await expect.poll(told, { timeout: 20_000, message: `${name}: ${JSON.stringify(text)}` }).toEqual(meant);
    // No text started an AMI message.
    expect(answers()).toHaveLength(asked);
    last = wanted;
  }
  await written.apply(NOTHING, last);
});
