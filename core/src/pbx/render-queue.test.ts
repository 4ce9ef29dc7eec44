// A queue's options, who does not get through, codes that agents dial, recording and voicemail, as they are written.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUEUE_DEFAULTS } from '../base/queue-options.ts';
import type { QueueOptions } from '../base/queue-options.ts';
import { configText } from './config-file.ts';
import { renderPbx } from './render.ts';
import type { WantedFlow } from './wanted-flow.ts';
import type { WantedPbx, WantedQueue, WantedSubscriber } from './wanted.ts';

const line = (extension: string, changes: Partial<WantedSubscriber> = {}): WantedSubscriber => ({
  id: `s-${extension}`,
  extension,
  displayName: 'Ann Archer',
  secret: 'Abcdefghij0123456789',
  codecs: ['alaw'],
  webrtc: false,
  callLimit: 2,
  dnd: false,
  ringSeconds: 20,
  forwarding: { always: null, busy: null, noAnswer: null, unregistered: null },
  addresses: [],
  ...changes,
});
const queue = (changes: Partial<WantedQueue> = {}): WantedQueue => ({
  id: 'q-1',
  name: 'acme-sales',
  extension: '700',
  strategy: 'rrmemory',
  ringSeconds: 15,
  retrySeconds: 5,
  wrapupSeconds: 0,
  maxCallers: 0,
  weight: 0,
  serviceLevelSeconds: 20,
  ringInUse: false,
  maxWaitSeconds: 120,
  members: [
    { extension: '202', penalty: 2 },
    { extension: '201', penalty: 1, kind: 'dynamic' },
  ],
  pauseReasons: ['lunch', 'הפסקה, קצרה'],
  ...changes,
});
const pbx = (of: WantedQueue, lines: readonly WantedSubscriber[] = [line('201'), line('202')]): WantedPbx => ({
  tenants: [{ code: 'acme', subscribers: lines, queues: [of] }],
});
const textOf = (wanted: WantedPbx): string => renderPbx(wanted).files.map(configText).join('\n');
const sectionOf = (wanted: WantedPbx, name: string): string =>
  textOf(wanted)
    .split(/^(?=\[)/m)
    .find((each) => each.startsWith(`[${name}]`)) ?? '';
const NO_FLOW: WantedFlow = {
  ...{ dialling: null, callerIdNumber: '', lineNumbers: [], dialRules: [] },
  ...{ numbers: [], ringGroups: [], hours: [], menus: [] },
};
const withOptions = (options: Partial<QueueOptions>, more: Partial<WantedQueue> = {}): WantedPbx =>
  pbx(queue({ options: { ...QUEUE_DEFAULTS, ...options }, ...more }));
const EXTENSION_201 = { kind: 'extension', extension: '201' } as const;

describe('a queue', () => {
  it('is written with what a call center wants where nobody chose', () => {
    const written = sectionOf(pbx(queue()), 'acme-sales');
    for (const told of ['ringinuse = no', 'autofill = yes', 'joinempty = paused,unavailable,invalid,unknown']) {
      expect(written).toContain(`${told}\n`);
    }
    expect(written).toContain('leavewhenempty = no\n');
    expect(written).not.toMatch(/musicclass|announce =|log-restricted|context/);
  });

  it.each<[string, Partial<QueueOptions>]>([
    ['joinempty = yes', { joinEmpty: [] }],
    ['joinempty = paused,wrapup', { joinEmpty: ['wrapup', 'paused'] }],
    ['leavewhenempty = unavailable', { leaveEmpty: ['unavailable'] }],
    ['autopause = all', { autopause: 'all' }],
    ['autopausebusy = yes', { autopauseBusy: true }],
    ['musicclass = jazz', { musicClass: 'jazz' }],
    ['announce = custom/you-are-needed', { agentAnnouncement: 'custom/you-are-needed' }],
    ['periodic-announce-frequency = 45', { periodicAnnouncement: 'custom/wait', periodicSeconds: 45 }],
    ['announce-position = limit', { announcePosition: 'limit' }],
    ['announce-round-seconds = 30', { announceRoundSeconds: 30 }],
    ['timeoutpriority = conf', { timeoutPriority: 'conf' }],
    ['log-restricted-caller-id = no', { logHiddenNumbers: false }],
  ])('%s', (told, options) => {
    expect(sectionOf(withOptions(options), 'acme-sales')).toContain(`${told}\n`);
  });

  it('reaches more agents the longer a caller waits, by a rule of its own', () => {
    const penaltySteps = [
      { afterSeconds: 0, minPenalty: 0, maxPenalty: 1 },
      { afterSeconds: 30, minPenalty: 0, maxPenalty: 5 },
    ];
    const text = textOf(withOptions({ penaltySteps, exitKey: '0' }, { exitTo: EXTENSION_201 }));
    expect(text).toContain('[acme-sales]\npenaltychange => 30,5,0\n');
    expect(text).toContain('defaultrule = acme-sales\n');
    // What holds from the start on is said before the queue, and taken back for where the caller goes next.
    expect(text).toMatch(
      /QUEUE_MAX_PENALTY=1\)\n[^\n]*Queue\([^\n]*\n[^\n]*MIN_PENALTY=0\)\n[^\n]*MAX_PENALTY=1000000\)/,
    );
    expect(text).toMatch(/exten => 0,1,Set\(QUEUE_MIN_PENALTY=0\)/);
    expect(textOf(withOptions({ penaltySteps: penaltySteps.slice(0, 1) }))).not.toMatch(/penaltychange|defaultrule/);
    expect(textOf(withOptions({ penaltySteps: penaltySteps.slice(1) }))).not.toContain('QUEUE_MAX_PENALTY');
    expect(textOf(pbx(queue()))).not.toMatch(/PENALTY|penaltychange|defaultrule/);
    for (const wrong of [
      [...penaltySteps].reverse(),
      [{ afterSeconds: 5, minPenalty: 3, maxPenalty: 1 }],
      [{ afterSeconds: 5, minPenalty: -1, maxPenalty: 1 }],
    ]) {
      expect(renderPbx(withOptions({ penaltySteps: wrong })).refused).toMatchObject([{ field: 'penaltySteps' }]);
    }
  });

  it('rings static lines in their order, and dynamic ones once they logged in', () => {
    const members = [
      { extension: '202', penalty: 2 },
      { extension: '201', penalty: 1 },
    ];
    const rung = (of: WantedPbx) =>
      [...sectionOf(of, 'acme-sales').matchAll(/member => PJSIP\/(\S+?),/g)].map(([, m]) => m);
    expect(rung(pbx(queue({ members })))).toEqual(['acme-202', 'acme-201']);
    expect(rung(pbx(queue()))).toEqual(['acme-202']);
  });

  it('leads elsewhere who waited long enough, who found it full, and who presses the key', () => {
    const wanted = withOptions(
      { exitKey: '0' },
      { timeoutTo: EXTENSION_201, fullTo: EXTENSION_201, exitTo: EXTENSION_201 },
    );
    const place = sectionOf(wanted, 'acme-places');
    expect(place).toContain('Queue(acme-sales,,,,120)');
    expect(place).toContain('GotoIf($["${QUEUESTATUS}" = "TIMEOUT"]?acme-out,201,1)');
    expect(place).toContain('=~ "FULL|EMPTY|UNAVAIL"]?acme-out,201,1)');
    expect(sectionOf(wanted, 'acme-sales')).toContain('context = acme-exit-q1\n');
    expect(sectionOf(wanted, 'acme-exit-q1')).toContain('exten => 0,1,Goto(acme-out,201,1)');
    // Without a key, or without a place, there is no exit.
    expect(textOf(withOptions({ exitKey: '0' }))).not.toContain('acme-exit');
  });

  it('is passed by outside the hours of its call center, and always while that is paused', () => {
    const hours = [{ id: 'h1', timezone: 'UTC', override: 'auto', intervals: [], holidays: [] } as const];
    const flow = { ...NO_FLOW, hours };
    const of = (closed: WantedQueue['closed']): string =>
      sectionOf({ tenants: [{ ...pbx(queue({ closed })).tenants[0]!, flow }] }, 'acme-places');
    expect(of({ hours: 'h1', to: EXTENSION_201 })).toMatch(
      /Gosub\(acme-hours,hh1,1\)\n[^\n]*\?open\)\n[^\n]*Goto\(acme-out,201,1\)\n[^\n]*n\(open\),NoOp\(\)\n/,
    );
    expect(of({ hours: null, to: undefined })).toMatch(/Hangup\(16\)\n[^\n]*Answer/);
    expect(of({ hours: 'gone', to: EXTENSION_201 })).not.toContain('acme-out,201');
  });

  it('tells that it records before it does', () => {
    const wanted = withOptions({ recording: 'all', recordingAnnouncement: 'custom/recorded' });
    expect(sectionOf(wanted, 'acme-places')).toMatch(/Gosub\(acme-record,s,1\(custom\/recorded\)\)\n[^\n]*Queue\(/);
    expect(sectionOf(wanted, 'acme-record')).toMatch(/Playback\(\$\{ARG1\}\)[^]*MixMonitor\(/);
    expect(textOf(pbx(queue()))).not.toContain('MixMonitor');
  });
});

describe('an agent', () => {
  it('logs in to the queues where he may, and into no other', () => {
    expect(sectionOf(pbx(queue()), 'acme-login')).toContain(
      'acme-201,1,AddQueueMember(acme-sales,PJSIP/acme-201,1,,${URIDECODE(Ann%20Archer)})',
    );
    expect(sectionOf(pbx(queue()), 'acme-login')).not.toContain('202');
    expect(sectionOf(pbx(queue()), 'acme-logout')).toContain('RemoveQueueMember(acme-sales,PJSIP/acme-201)');
    expect(sectionOf(pbx(queue()), 'acme-out')).toContain('exten => *50,1,');
  });

  it('pauses with a reason of his call center, whatever it is called', () => {
    const reasons = sectionOf(pbx(queue()), 'acme-reasons-0');
    expect(reasons).toContain('exten => 1,1,Set(RINGSIDE_WHY=lunch)');
    const encoded = /exten => 2,1,Set\(RINGSIDE_WHY=\$\{URIDECODE\(([^)]*)\)\}\)/.exec(reasons)?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe('הפסקה, קצרה');
  });

  it('no reason says anything else to the dialplan', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }), (reason) => {
        const rendered = renderPbx(pbx(queue({ pauseReasons: [reason] })));
        expect(rendered.refused).toEqual([]);
        const reasons = sectionOf(pbx(queue({ pauseReasons: [reason] })), 'acme-reasons-0').split('\n');
        const said = reasons.filter((each) => each.includes('RINGSIDE_WHY='));
        for (const each of said) {
          expect(each).toMatch(
            /^exten => 1,1,Set\(RINGSIDE_WHY=([A-Za-z0-9_-]+|\$\{URIDECODE\([A-Za-z0-9_.%-]+\)\})\)$/,
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a voicemail box', () => {
  const box = { pin: '482916', email: 'ann@example.com', attach: true };
  const wanted = pbx(queue(), [line('201', { voicemail: box }), line('202')]);

  it('is a line of the tenant’s context, and its phone is told of messages', () => {
    expect(sectionOf(wanted, 'acme')).toContain('201 => 482916,Ann Archer,ann@example.com,,attach=yes\n');
    expect(sectionOf(wanted, 'acme-201')).toContain('mailboxes = 201@acme\n');
    expect(textOf(wanted)).not.toContain('mailboxes = 202@acme');
  });

  it('takes calls that nobody answers, after the forwardings that there are', () => {
    const forwarding = { always: null, busy: '202', noAnswer: null, unregistered: null };
    const out = sectionOf(pbx(queue(), [line('201', { voicemail: box, forwarding }), line('202')]), 'acme-out');
    expect(out).toContain('"BUSY"]?202,1)');
    expect(out).toContain('"NOANSWER"]?acme-places,v201,1)');
    expect(out).toContain('"CHANUNAVAIL"]?acme-places,v201,1)');
  });

  it('says the greeting of its owner, and the PBX’s own where it cannot be had', () => {
    const greeting = 'https://console.example.com/api/sounds/abc.wav';
    const places = sectionOf(
      pbx(queue(), [line('201', { voicemail: { ...box, greeting } }), line('202')]),
      'acme-places',
    );
    expect(places).toContain(`Playback(${greeting})\n`);
    for (const own of ['u', 'b']) {
      expect(places).toContain(`VoiceMail(201@acme,\${IF($["\${PLAYBACKSTATUS}" = "SUCCESS"]?s:${own})})\n`);
    }
    expect(sectionOf(wanted, 'acme-places')).toMatch(/"BUSY"\]\?busy\)\n[^\n]*VoiceMail\(201@acme,u\)\n/);
    expect(sectionOf(wanted, 'acme-places')).toContain('(busy),VoiceMail(201@acme,b)\n');
  });

  it('says another greeting while the line is busy, and a name with the PBX’s own words', () => {
    const saying = (more: object): string =>
      sectionOf(pbx(queue(), [line('201', { voicemail: { ...box, ...more } }), line('202')]), 'acme-places');
    expect(saying({ greeting: 'away', busyGreeting: 'talking' })).toMatch(
      /Playback\(away\)[^]*\(busy\),Playback\(talking\)/,
    );
    const named = saying({ nameGreeting: 'ann', busyGreeting: 'talking' });
    expect(named).toMatch(/Playback\(ann\)\n[^\n]*"SUCCESS"\]\?Playback\(vm-isunavail&vm-intro\)\)\n/);
    expect(named).toContain('(busy),Playback(talking)\n');
    expect(saying({ nameGreeting: 'ann' })).toContain('Playback(vm-isonphone&vm-intro)');
  });

  it('is nobody’s to call who has none', () => {
    const to = withOptions({}, { timeoutTo: { kind: 'voicemail', extension: '202' } });
    expect(textOf(to)).not.toContain('VoiceMail(');
  });

  it.each([
    ['a PIN', { ...box, pin: '12' }, 'voicemailPin'],
    ['a greeting', { ...box, greeting: 'a&b,skip' }, 'voicemailGreeting'],
    ['a name', { ...box, nameGreeting: 'a&b,skip' }, 'voicemailNameGreeting'],
    ['an address', { ...box, email: 'a@b.com,tz=x' }, 'voicemailEmail'],
  ])('%s that is none holds the line up by name', (_what, voicemail, field) => {
    expect(renderPbx(pbx(queue(), [line('201', { voicemail }), line('202')])).refused).toMatchObject([{ field }]);
  });
});

it('a line is recorded as its policy says', () => {
  const of = (recording: WantedSubscriber['recording']) =>
    textOf(pbx(queue(), [line('201', { recording }), line('202')]));
  expect(of('inbound')).toMatch(/Gosub\(acme-record,s,1\(\)\)\n[^\n]*Dial\(PJSIP\/acme-201/);
  expect(of('outbound')).not.toMatch(/Gosub\(acme-record,s,1\(\)\)\n[^\n]*Dial\(PJSIP\/acme-201/);
  expect(of(undefined)).not.toContain('acme-record');
  // Of calls inside: whichever of the two has it, and nobody from outside.
  const local = of('local');
  expect(local).toMatch(
    /GosubIf\(\$\["\$\{RINGSIDE_NUMBER\}" = ""\]\?acme-record,s,1\(\)\)\n[^\n]*Gosub\(acme-record,inside,1\(\)\)\n[^\n]*Dial\(PJSIP\/acme-201/,
  );
  expect(local).toMatch(/Gosub\(acme-record,inside,1\(\)\)\n[^\n]*Dial\(PJSIP\/acme-202/);
  expect(local).toMatch(/^exten => acme-201,1,NoOp\(\)$/m);
  expect(local).not.toMatch(/^exten => acme-202,1,NoOp\(\)$/m);
  expect(of('outbound')).not.toContain('acme-record,inside');
});

it('a phone with as many calls as it may have is busy', () => {
  expect(sectionOf(pbx(queue()), 'acme-out')).toContain(
    'ExecIf($["${DEVICE_STATE(PJSIP/acme-201)}" = "BUSY"]?Hangup(17))',
  );
});
