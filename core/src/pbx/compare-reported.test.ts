import { expect, it } from 'vitest';
import { firstDifference } from './compare-reported.ts';
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
        // One of the values contains an equals sign.
        return { name, value: value.replace('\u001d', '='), object: false };
      }),
    },
  ],
});
const PHONE = object('pjsip', 'endpoints', 'type=endpoint\ncontext=a-out\nallow=ulaw,alaw\ndirect_media=no');
const AUTH = object('pjsip', 'auths', 'type=auth\nusername=a\npassword=s3cret');
const AOR = object('pjsip', 'aors', 'type=aor\nmax_contacts=1\nremove_existing=yes');
const QUEUE = object('queue', 'queues', 'strategy=linear\nmaxlen=9\nmember=PJSIP/a,0,A\nringinuse=no');
const PLAN = object(
  'dialplan',
  'dialplan',
  'exten=201,hint,PJSIP/a\nexten=201,1,NoOp()\nexten=201,n(ask),Dial(PJSIP/a,20)\nexten=202,1,Goto(a,201,1)',
);
const IDENTIFY = object('pjsip', 'endpoints', 'type=identify\nendpoint=t\nmatch=192.0.2.9/24\nmatch=198.51.100.7');
const NAMED = object('pjsip', 'endpoints', 'type=identify\nendpoint=t\nmatch=sip.example.com');
const SIX = object('pjsip', 'endpoints', 'type=identify\nendpoint=t\nmatch=2001:db8::/32');
const REGISTRATION = object('pjsip', 'endpoints', 'type=registration\nserver_uri=sip:a\nline=yes\nexpiration=600');
const TRUNK = object('pjsip', 'aors', 'type=aor\ncontact=sip:192.0.2.1:5060');
const MUSIC = object('music', 'music', 'mode=playlist\nentry=http://a/b.wav');
const BOXES = object('voicemail', 'voicemail', '201=4711,Zoë,z@example.com,,attach\u001dyes\n202=4712,Max');

const endpoint = (told: object) => [{ Event: 'EndpointDetail', ObjectName: 'x', ...told }];
const queue = (told: object, ...members: readonly (readonly [string, string])[]) => [
  { Event: 'QueueParams', ...told },
  ...members.map(([Location, Membership]) => ({ Event: 'QueueMember', Location, Membership })),
];
const step = (Extension: string, Priority: string, Application: string, AppData?: string) => ({
  ...{ Event: 'ListDialplan', Extension, Priority, Application },
  ...(AppData === undefined ? {} : { AppData }),
});
const RUN = [
  step('201', 'hint', 'PJSIP/a'),
  step('201', '1', 'NoOp'),
  step('201', '2', 'Dial', 'PJSIP/a,20'),
  step('202', '1', 'Goto', 'a,201,1'),
];
const box = (VoiceMailbox: string, more: object = {}) => ({ VoiceMailbox, Fullname: 'Max', Email: '', ...more });
const identify = (Match: string, more: object = {}) => [
  { Event: 'EndpointDetail', ObjectName: 't' },
  { Event: 'IdentifyDetail', ObjectName: 'x', Endpoint: 't', Match, ...more },
];
const MATCHES = '192.0.2.0/255.255.255.0,198.51.100.7/255.255.255.255';
const registration = (more: object = {}) => [
  {
    Event: 'OutboundRegistrationDetail',
    ObjectName: 'x',
    ServerUri: 'sip:a',
    Line: 'true',
    Expiration: '600',
    ...more,
  },
];
const ZOE = box('201', { Fullname: 'Zoë', Email: 'z@example.com', AttachMessage: 'Yes' });

it.each([
  [PHONE, endpoint({ Context: 'a-out', Allow: '(ulaw|alaw)', DirectMedia: 'false' }), null],
  [PHONE, endpoint({ Context: 'a-out', Allow: '(alaw|ulaw)', DirectMedia: 'false' }), 'allow'],
  [PHONE, endpoint({ Context: 'default', Allow: '(ulaw|alaw)', DirectMedia: 'false' }), 'context'],
  [PHONE, endpoint({ Context: 'a-out', DirectMedia: 'true' }), 'direct_media'],
  [PHONE, endpoint({ DirectMedia: 'No' }), null],
  [PHONE, endpoint({}), null],
  [PHONE, [], null],
  [AUTH, [{ Event: 'AuthDetail', ObjectName: 'x', Username: 'a', Password: 's3cret' }], null],
  [AUTH, [{ Event: 'AuthDetail', ObjectName: 'x', Username: 'a', Password: '' }], null],
  [AUTH, [{ Event: 'AuthDetail', ObjectName: 'x', Username: 'a', Password: 'other' }], 'password'],
  [AUTH, [{ Event: 'AuthDetail', ObjectName: 'another', Username: 'b' }], null],
  [AOR, [{ Event: 'AorDetail', ObjectName: 'x', MaxContacts: '1', RemoveExisting: 'true' }], null],
  [AOR, [{ Event: 'AorDetail', ObjectName: 'x', MaxContacts: '5', RemoveExisting: 'true' }], 'max_contacts'],
  [QUEUE, queue({ Strategy: 'rrmemory', Max: '9' }, ['PJSIP/a', 'static']), 'strategy'],
  [QUEUE, queue({ Strategy: 'linear', Max: '9', Weight: '3' }, ['PJSIP/a', 'static']), null],
  [QUEUE, queue({ Strategy: 'linear' }, ['PJSIP/a', 'realtime'], ['PJSIP/b', 'dynamic']), null],
  [QUEUE, queue({ Strategy: 'linear' }), 'member'],
  [QUEUE, queue({ Strategy: 'linear' }, ['PJSIP/a', 'dynamic']), 'member'],
  [QUEUE, queue({ Strategy: 'linear' }, ['PJSIP/a', 'static'], ['PJSIP/b', 'static']), 'member'],
  [PLAN, RUN, null],
  [PLAN, [...RUN, step('999', '1', 'Hangup')], null],
  [PLAN, RUN.slice(0, 3), '202,1'],
  [PLAN, RUN.map((s) => (s.Application === 'Dial' ? { ...s, AppData: 'PJSIP/b,20' } : s)), '201,2'],
  [PLAN, RUN.slice(1), '201,hint'],
  [IDENTIFY, identify(MATCHES), null],
  [IDENTIFY, identify('198.51.100.7/32,192.0.2.0/24'), null],
  [IDENTIFY, identify('192.0.2.0/255.255.255.0'), 'match'],
  [IDENTIFY, identify('192.0.2.0/255.255.0.0,198.51.100.7/255.255.255.255'), 'match'],
  [IDENTIFY, identify(`${MATCHES},203.0.113.1/255.255.255.255`), 'match'],
  [IDENTIFY, identify(MATCHES, { Endpoint: 'other' }), 'endpoint'],
  [NAMED, identify('203.0.113.1/255.255.255.255,203.0.113.2/255.255.255.255'), null],
  [SIX, identify('2001:db8::/ffff:ffff::'), null],
  [REGISTRATION, registration(), null],
  [REGISTRATION, registration({ ServerUri: 'sip:b' }), 'server_uri'],
  [REGISTRATION, registration({ Line: 'false' }), 'line'],
  [REGISTRATION, registration({ Expiration: '3600' }), 'expiration'],
  [TRUNK, [{ Event: 'AorDetail', ObjectName: 'x', Contacts: 'x/sip:192.0.2.1:5060' }], null],
  [TRUNK, [{ Event: 'AorDetail', ObjectName: 'x', Contacts: 'x/sip:192.0.2.2:5060' }], 'contact'],
  [MUSIC, [{ Event: 'MusicFile', File: 'http://a/b.wav' }], null],
  [MUSIC, [{ Event: 'MusicFile', File: 'http://a/c.wav' }], 'entry'],
  [BOXES, [{ ...ZOE, Password: '4711' }, box('202')], null],
  [BOXES, [{ ...ZOE, Password: '0000' }, box('202')], '201 PIN'],
  [BOXES, [ZOE, box('202')], null],
  [BOXES, [ZOE, box('202', { Email: '(null)' })], null],
  [BOXES, [{ ...ZOE, Email: '(null)' }, box('202')], '201'],
  [BOXES, [ZOE], '202'],
  [BOXES, [{ ...ZOE, Email: 'y@example.com' }, box('202')], '201'],
  [BOXES, [{ ...ZOE, AttachMessage: 'No' }, box('202')], '201'],
] as const)('%#: names the differing option', (wanted, told, option) => {
  expect(firstDifference(wanted, told)?.option ?? null).toBe(option);
});

it('masks passwords and PINs', () => {
  const told = [{ Event: 'AuthDetail', ObjectName: 'x', Password: 'other' }];
  expect(firstDifference(AUTH, told)).toEqual({ option: 'password', wanted: '***', found: '*****' });
  const boxes = [{ ...ZOE, Password: '0000' }, box('202')];
  expect(firstDifference(BOXES, boxes)).toEqual({ option: '201 PIN', wanted: '***', found: '*****' });
});
