// Tests the rendering of queue options, overflow, agent codes, recording and voicemail.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUEUE_DEFAULTS } from '../queues/queue-options.ts';
import type { QueueOptions } from '../queues/queue-options.ts';
import { configText } from '../asterisk/testing/config-text.ts';
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
  ...{ numbers: [], groups: [], hours: [], menus: [] },
};
const withOptions = (options: Partial<QueueOptions>, more: Partial<WantedQueue> = {}): WantedPbx =>
  pbx(queue({ options: { ...QUEUE_DEFAULTS, ...options }, ...more }));
const EXTENSION_201 = { kind: 'extension', extension: '201' } as const;

describe('queue', () => {
  it('renders call center defaults for unset options', () => {
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

  it('widens the penalty range with the wait, by a rule of its own', () => {
    const penaltySteps = [
      { afterSeconds: 0, minPenalty: 0, maxPenalty: 1 },
      { afterSeconds: 30, minPenalty: 0, maxPenalty: 5 },
    ];
    const text = textOf(withOptions({ penaltySteps, exitKey: '0' }, { exitTo: EXTENSION_201 }));
    expect(text).toContain('[acme-sales]\npenaltychange => 30,5,0\n');
    expect(text).toContain('defaultrule = acme-sales\n');
    // The dialplan sets the first range before the queue and resets it for the next destination.
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

  it('rings static members in order, and dynamic members once logged in', () => {
    const members = [
      { extension: '202', penalty: 2 },
      { extension: '201', penalty: 1 },
    ];
    const rung = (of: WantedPbx) =>
      [...sectionOf(of, 'acme-sales').matchAll(/member => PJSIP\/(\S+?),/g)].map(([, m]) => m);
    expect(rung(pbx(queue({ members })))).toEqual(['acme-202', 'acme-201']);
    expect(rung(pbx(queue()))).toEqual(['acme-202']);
  });

  it('routes callers on timeout, on a full queue and on the exit key', () => {
    const wanted = withOptions(
      { exitKey: '0' },
      { timeoutTo: EXTENSION_201, fullTo: EXTENSION_201, exitTo: EXTENSION_201 },
    );
    const place = sectionOf(wanted, 'acme-places');
    expect(place).toContain('Queue(acme-sales,tb(ringside-features^s^1),,,120)');
    expect(place).toContain('GotoIf($["${QUEUESTATUS}" = "TIMEOUT"]?acme-out,201,1)');
    expect(place).toContain('=~ "FULL|EMPTY|UNAVAIL"]?acme-out,201,1)');
    expect(sectionOf(wanted, 'acme-sales')).toContain('context = acme-exit-q1\n');
    expect(sectionOf(wanted, 'acme-exit-q1')).toContain('exten => 0,1,Goto(acme-out,201,1)');
    // Without a key or a destination there is no exit.
    expect(textOf(withOptions({ exitKey: '0' }))).not.toContain('acme-exit');
  });

  it('is skipped outside the call center’s hours and while it is paused', () => {
    const hours = [{ id: 'h1', timezone: 'UTC', override: 'auto', intervals: [], holidays: [] } as const];
    const flow = { ...NO_FLOW, hours };
    const of = (closed: WantedQueue['closed']): string =>
      sectionOf({ tenants: [{ ...pbx(queue({ closed })).tenants[0]!, flow }] }, 'acme-places');
    expect(of({ hours: 'h1', to: EXTENSION_201 })).toMatch(
      /Gosub\(acme-hours,hh1,1\)\n[^\n]*\?open\)\n[^\n]*Goto\(acme-out,201,1\)\n[^\n]*n\(open\),NoOp\(\)\n/,
    );
    expect(of({ hours: null, to: undefined })).toMatch(/Hangup\(16\)\n[^\n]*\n[^\n]*Answer/);
    expect(of({ hours: 'gone', to: EXTENSION_201 })).not.toContain('acme-out,201');
  });

  it('announces the recording before it starts', () => {
    const wanted = withOptions({ recording: 'all', recordingAnnouncement: 'custom/recorded' });
    expect(sectionOf(wanted, 'acme-places')).toMatch(/Gosub\(acme-record,s,1\(custom\/recorded\)\)\n[^\n]*Queue\(/);
    expect(sectionOf(wanted, 'acme-record')).toMatch(/Playback\(\$\{ARG1\}\)[^]*MixMonitor\(/);
    expect(textOf(pbx(queue()))).not.toContain('MixMonitor');
  });
});

describe('agent', () => {
  it('logs in only to permitted queues', () => {
    expect(sectionOf(pbx(queue()), 'acme-login')).toContain(
      'acme-201,1,AddQueueMember(acme-sales,PJSIP/acme-201,1,,${URIDECODE(Ann%20Archer)})',
    );
    expect(sectionOf(pbx(queue()), 'acme-login')).not.toContain('202');
    expect(sectionOf(pbx(queue()), 'acme-logout')).toContain('RemoveQueueMember(acme-sales,PJSIP/acme-201)');
    expect(sectionOf(pbx(queue()), 'acme-out')).toContain('exten => *50,1,');
  });

  it('pauses with a reason of the call center in any alphabet', () => {
    const reasons = sectionOf(pbx(queue()), 'acme-reasons-0');
    expect(reasons).toContain('exten => 1,1,Set(RINGSIDE_WHY=lunch)');
    const encoded = /exten => 2,1,Set\(RINGSIDE_WHY=\$\{URIDECODE\(([^)]*)\)\}\)/.exec(reasons)?.[1] ?? '';
    expect(decodeURIComponent(encoded)).toBe('הפסקה, קצרה');
  });

  it('pauses without a reason only when the call center has none', () => {
    const codes = sectionOf(pbx(queue()), 'acme-out');
    expect(codes).toMatch(
      /\*52,1,[^]*?Gosub\(acme-pause,\$\{CHANNEL\(endpoint\)\},1\(none\)\)[^]*?!= "free"\]\?unknown\)/,
    );
    expect(sectionOf(pbx(queue()), 'acme-reasons-0')).not.toContain('free');
    const without = sectionOf(pbx(queue({ pauseReasons: [] })), 'acme-reasons-0');
    expect(without).toContain('exten => none,1,Return(free)');
  });

  it('cannot change the dialplan with any pause reason', () => {
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

describe('voicemail box', () => {
  const box = { pin: '482916', email: 'ann@example.com', attach: true };
  const wanted = pbx(queue(), [line('201', { voicemail: box }), line('202')]);

  it('is a line of the tenant’s context and shows messages on its phone', () => {
    expect(sectionOf(wanted, 'acme')).toContain('201 => 482916,Ann Archer,ann@example.com,,attach=yes\n');
    expect(sectionOf(wanted, 'acme-201')).toContain('mailboxes = 201@acme\n');
    expect(textOf(wanted)).not.toContain('mailboxes = 202@acme');
  });

  it('takes unanswered calls after the forwardings', () => {
    const forwarding = { always: null, busy: '202', noAnswer: null, unregistered: null };
    const out = sectionOf(pbx(queue(), [line('201', { voicemail: box, forwarding }), line('202')]), 'acme-out');
    expect(out).toContain('"BUSY"]?202,1)');
    expect(out).toContain('"NOANSWER"]?acme-places,v201,1)');
    expect(out).toContain('"CHANUNAVAIL"]?acme-places,v201,1)');
  });

  it('plays the owner’s greeting, or the standard one when it is not available', () => {
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

  it('plays another greeting while the line is busy, and a name with the standard text', () => {
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

  it('is not reachable for a line without one', () => {
    const to = withOptions({}, { timeoutTo: { kind: 'voicemail', extension: '202' } });
    expect(textOf(to)).not.toContain('VoiceMail(');
  });

  it.each([
    ['a PIN', { ...box, pin: '12' }, 'voicemailPin'],
    ['a greeting', { ...box, greeting: 'a&b,skip' }, 'voicemailGreeting'],
    ['a name', { ...box, nameGreeting: 'a&b,skip' }, 'voicemailNameGreeting'],
    ['an address', { ...box, email: 'a@b.com,tz=x' }, 'voicemailEmail'],
  ])('rejects the line when %s is invalid', (_what, voicemail, field) => {
    expect(renderPbx(pbx(queue(), [line('201', { voicemail }), line('202')])).refused).toMatchObject([{ field }]);
  });
});

it('records a line according to its policy', () => {
  const of = (recording: WantedSubscriber['recording']) =>
    textOf(pbx(queue(), [line('201', { recording }), line('202')]));
  expect(of('inbound')).toMatch(/Gosub\(acme-record,s,1\(\)\)\n[^\n]*GosubIf[^\n]*\n[^\n]*Dial\(PJSIP\/acme-201/);
  expect(of('outbound')).not.toMatch(/Gosub\(acme-record,s,1\(\)\)\n[^\n]*GosubIf[^\n]*\n[^\n]*Dial\(PJSIP\/acme-201/);
  expect(of(undefined)).not.toContain('acme-record');
  // Internal calls: recorded when either line records them, never for outside callers.
  const local = of('local');
  expect(local).toMatch(
    /GosubIf\(\$\["\$\{RINGSIDE_NUMBER\}" = ""\]\?acme-record,s,1\(\)\)\n[^\n]*Gosub\(acme-record,inside,1\(\)\)\n[^\n]*GosubIf[^\n]*\n[^\n]*Dial\(PJSIP\/acme-201/,
  );
  expect(local).toMatch(/Gosub\(acme-record,inside,1\(\)\)\n[^\n]*GosubIf[^\n]*\n[^\n]*Dial\(PJSIP\/acme-202/);
  expect(local).toMatch(/^exten => acme-201,1,NoOp\(\)$/m);
  expect(local).not.toMatch(/^exten => acme-202,1,NoOp\(\)$/m);
  expect(of('outbound')).not.toContain('acme-record,inside');
});

it('reports a phone with its maximum of calls as busy', () => {
  expect(sectionOf(pbx(queue()), 'acme-out')).toContain(
    'ExecIf($["${DEVICE_STATE(PJSIP/acme-201)}" = "BUSY"]?Hangup(17))',
  );
});
