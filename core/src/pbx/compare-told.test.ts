import { expect, it } from 'vitest';
import { firstDifference } from './compare-told.ts';
import type { PbxObject } from './pbx-objects.ts';

const object = (kind: PbxObject['kind'], sheet: PbxObject['sections'][number]['sheet'], lines: string): PbxObject => ({
  kind,
  name: 'x',
  sections: [
    {
      sheet,
      name: 'x',
      lines: lines.split('\n').map((text) => {
        const [name = '', value = ''] = text.split('=');
        return { name, value, object: false };
      }),
    },
  ],
});
const PHONE = object('pjsip', 'endpoints', 'type=endpoint\ncontext=a-out\nallow=ulaw,alaw\ndirect_media=no');
const QUEUE = object('queue', 'queues', 'strategy=linear\nmaxlen=9\nmember=PJSIP/a,0,A\nringinuse=no');

it.each([
  [PHONE, { Context: 'a-out', Allow: '(ulaw|alaw)', DirectMedia: 'false' }, null],
  [PHONE, { Context: 'a-out', Allow: '(alaw|ulaw)', DirectMedia: 'false' }, 'allow'],
  [PHONE, { Context: 'default', Allow: '(ulaw|alaw)', DirectMedia: 'false' }, 'context'],
  [PHONE, { Context: 'a-out', DirectMedia: 'true' }, 'direct_media'],
  [PHONE, { DirectMedia: 'No' }, null],
  [PHONE, {}, null],
  [QUEUE, { Strategy: 'rrmemory', Max: '9' }, 'strategy'],
  [QUEUE, { Strategy: 'linear', Max: '9', Weight: '3' }, null],
] as const)('%#: what differs is named', (wanted, told, option) => {
  expect(firstDifference(wanted, told)?.option ?? null).toBe(option);
});
