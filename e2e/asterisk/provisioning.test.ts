// What core/pbx renders is what a real Asterisk ends up with: written by UpdateConfig, read back as objects, gone when deleted.
import { appendFileSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { configOperations, encodeUpdate, operationBatches } from '@ringside/core/pbx/config-update.ts';
import { PBX_FILES, renderPbx } from '@ringside/core/pbx/render.ts';
import type { RenderedPbx } from '@ringside/core/pbx/render.ts';
import { hostile, PLACES } from '@ringside/core/pbx/testing/hostile-places.ts';
import type { WantedSubscriber } from '@ringside/core/pbx/wanted.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';

let lab: Lab;
let pbx: Pbx;
let socket: Socket;
let received = '';
let nextId = 1;

/** The answer of the action that `text` is, whose ActionID is `id`. */
const ask = async (id: string, text: string): Promise<string> => {
  const answer = new RegExp(`Response: [^\r]*\r\n([^\r]+\r\n)*ActionID: ${id}\r\n([^\r]+\r\n)*\r\n`);
  socket.write(text);
  return vi.waitUntil(() => answer.exec(received)?.[0], { timeout: 20_000, interval: 5 });
};
const action = (name: string, headers: string): Promise<string> => {
  const id = `t${nextId++}`;
  return ask(id, `Action: ${name}\r\nActionID: ${id}\r\n${headers}\r\n\r\n`);
};
const apply = async (wanted: RenderedPbx, before: RenderedPbx): Promise<void> => {
  for (const file of wanted.files) {
    const sections = before.files.find((f) => f.name === file.name)?.sections ?? [];
    for (const batch of operationBatches(configOperations(file, sections))) {
      const id = `t${nextId++}`;
      expect(await ask(id, encodeUpdate(file.name, id, batch))).toContain('Response: Success');
    }
  }
  for (const module of ['res_pjsip.so', 'app_queue.so', 'app_voicemail.so', 'pbx_config.so'])
    await action('Reload', `Module: ${module}`);
};

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
const NOTHING = renderPbx({ tenants: [] });
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
  const include = (file: string, names: readonly string[]) =>
    appendFileSync(join(pbx.folder, 'etc', file), names.map((name) => `#tryinclude ${name}\n`).join(''));
  include('pjsip.conf', [PBX_FILES.endpoints, PBX_FILES.auths, PBX_FILES.aors]);
  include('queues.conf', [PBX_FILES.queues]);
  include('voicemail.conf', [PBX_FILES.voicemail]);
  include('extensions.conf', [PBX_FILES.dialplan]);
  socket = connect(pbx.amiPort, pbx.host).setEncoding('utf8');
  socket.on('data', (text: string) => (received += text));
  await action('Login', 'Username: console\r\nSecret: console-secret\r\nEvents: off');
  for (const { name } of WANTED.files) await action('CreateConfig', `Filename: ${name}`);
});
afterAll(async () => {
  socket?.destroy();
  await lab?.close();
});

it('makes every object, and leaves none behind', async () => {
  await apply(WANTED, NOTHING);
  await expect.poll(() => pbx.cli('queue show newco-sales'), { timeout: 20_000 }).toMatch(/max 9\) in 'rrmemory'/);
  expect(await pbx.cli('queue show newco-sales')).toContain('שלום; Zoë ${X} (PJSIP/newco-201) with penalty 1');
  const shown = () => pbx.cli('pjsip show endpoints');
  await expect.poll(async () => (await shown()).match(/Endpoint: {2}newco-/g), { timeout: 20_000 }).toHaveLength(40);
  const one = await pbx.cli('pjsip show endpoint newco-240');
  expect(one).toContain('"שלום; Zoë ${X}" <240>');
  expect(one).toMatch(/InAuth: +newco-240\/newco-240/);
  expect(one).toMatch(/context +: newco-out/);
  // 40 lines, their queue, and the codes of agents: a pause, a pause with its reason, its end.
  await expect.poll(() => pbx.cli('dialplan show newco-out'), { timeout: 20_000 }).toContain('44 extensions');

  await apply(NOTHING, WANTED);
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
/** What stands in what Asterisk tells, once each, sorted. */
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((m) => m[1]!))].sort();

/** Beside what the PBX has of its own. */
const told = async () => {
  const ours = (names: readonly string[]): string[] => names.filter((name) => !before.has(name));
  return {
    endpoints: ours(found(await pbx.cli('pjsip show endpoints'), /Endpoint: +([^\s/]+)/g)),
    queues: ours(found(await pbx.cli('queue show'), /^(\S+) +has \d+ calls/gm)),
    contexts: ours(found(await pbx.cli('dialplan show'), /Context '([^']+)'/g)),
  };
};
const before = new Set<string>();

it('has what was meant and nothing else, whatever texts are written', async () => {
  const own = await told();
  for (const name of Object.values(own).flat()) before.add(name);
  // Two texts a place, all the same each time: the properties of the renderer draw more.
  const texts = fc.sample(hostile, { numRuns: 2 * Object.keys(PLACES).length, seed: 20_261_122 });
  let last = NOTHING;
  let asked = received.match(/^Response: /gm)?.length ?? 0;
  for (const [n, [name, place]] of [...Object.entries(PLACES), ...Object.entries(PLACES)].entries()) {
    const text = texts[n]!;
    const wanted = renderPbx({ tenants: [place(text)] });
    const from = nextId;
    await apply(wanted, last);
    asked += nextId - from;
    const meant = {
      endpoints: namesIn(wanted, PBX_FILES.endpoints).sort(),
      queues: namesIn(wanted, PBX_FILES.queues).sort(),
      contexts: namesIn(wanted, PBX_FILES.dialplan).sort(),
    };
    await expect.poll(told, { timeout: 20_000, message: `${name}: ${JSON.stringify(text)}` }).toEqual(meant);
    // No text began a message of its own.
    expect(received.match(/^Response: /gm)).toHaveLength(asked);
    last = wanted;
  }
  await apply(NOTHING, last);
});
