// Writes rendered configuration to a PBX with UpdateConfig, as the console does, but without the console.
import { appendFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { configOperations, encodeUpdate, operationBatches } from '@ringside/core/asterisk/config-update.ts';
import { PBX_FILES, renderPbx } from '@ringside/core/pbx/render.ts';
import type { RenderedPbx } from '@ringside/core/pbx/render.ts';
import { vi } from 'vitest';
import { blocksOf } from './blocks-of.ts';
import type { Block } from './blocks-of.ts';
import type { Pbx } from './lab.ts';

export const NOTHING = renderPbx({ tenants: [] });

const PLACES: readonly (readonly [file: string, includes: readonly string[]])[] = [
  ['pjsip.conf', [PBX_FILES.endpoints, PBX_FILES.auths, PBX_FILES.aors]],
  ['queues.conf', [PBX_FILES.queues]],
  ['voicemail.conf', [PBX_FILES.voicemail]],
  ['extensions.conf', [PBX_FILES.dialplan]],
];

export interface ConfiguredPbx {
  /** Everything that the PBX has sent, starting at length `from`. */
  readonly said: (from?: number) => string;
  readonly blocksFrom: (start: number) => readonly Block[];
  /** Resolves with the complete response, whatever it says. Rejects after 20 s. */
  readonly action: (name: string, headers?: Readonly<Record<string, string>>) => Promise<string>;
  /** Throws at the first rejected batch. */
  readonly apply: (wanted: RenderedPbx, before: RenderedPbx) => Promise<void>;
  /** Number of actions sent. */
  readonly asked: () => number;
  readonly close: () => void;
}

/** Prepares a running PBX without the console's configuration. `events`: AMI event classes to receive. */
export const writePbx = async (pbx: Pbx, events: string): Promise<ConfiguredPbx> => {
  let received = '';
  let asked = 0;
  for (const [file, names] of PLACES)
    appendFileSync(join(pbx.folder, 'etc', file), names.map((name) => `#tryinclude ${name}\n`).join(''));
  const socket = connect(pbx.amiPort, pbx.host).setEncoding('utf8');
  socket.on('data', (text: string) => (received += text));

  const ask = async (textOf: (id: string) => string): Promise<string> => {
    const id = `t${++asked}`;
    const answer = new RegExp(`Response: [^\r]*\r\n([^\r]+\r\n)*ActionID: ${id}\r\n([^\r]+\r\n)*\r\n`);
    const start = received.length;
    socket.write(textOf(id));
    return vi.waitUntil(() => answer.exec(received.slice(start))?.[0], { timeout: 20_000, interval: 5 });
  };
  const action: ConfiguredPbx['action'] = (name, headers = {}) => {
    const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    return ask((id) => `Action: ${name}\r\nActionID: ${id}\r\n${lines.join('')}\r\n`);
  };
  const apply: ConfiguredPbx['apply'] = async (wanted, before) => {
    for (const file of wanted.files) {
      const sections = before.files.find((f) => f.name === file.name)?.sections ?? [];
      for (const batch of operationBatches(configOperations(file, sections))) {
        const answer = await ask((id) => encodeUpdate(file.name, id, batch));
        if (!answer.includes('Response: Success')) throw new Error(`${file.name}: ${answer}`);
      }
    }
    for (const module of ['res_pjsip.so', 'app_queue.so', 'app_voicemail.so', 'pbx_config.so'])
      await action('Reload', { Module: module });
  };

  await action('Login', { Username: 'console', Secret: 'console-secret', Events: events });
  for (const { name } of NOTHING.files) await action('CreateConfig', { Filename: name });
  return {
    said: (from = 0) => received.slice(from),
    blocksFrom: (start) => blocksOf(received.slice(start)),
    action,
    apply,
    asked: () => asked,
    close: () => void socket.destroy(),
  };
};
