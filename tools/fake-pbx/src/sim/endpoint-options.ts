// Options of a PJSIP endpoint with the defaults that Asterisk 22.10.1 shows, in its order.
import type { Options } from './loaded.ts';

const DEFAULTS = `
RpidImmediate: false
Webrtc: no
Ignore183WithoutSdp: false
SendAoc: false
DeviceStateBusyAt: 0
T38UdptlMaxdatagram: 0
CodecPrefsIncomingAnswer: prefer:pending, operation:intersect, keep:all, transcode:allow
SecurityNegotiation: no
DtlsRekey: 0
RtpPortEnd: 0
NamedPickupGroup:
DirectMediaMethod: invite
SendRpid: false
PickupGroup:
SdpSession: Asterisk
DtlsVerify: No
MessageContext:
Tenantid:
Mailboxes:
RecordOnFeature: automixmon
DtlsPrivateKey:
DtlsFingerprint: SHA-256
OverlapContext:
OutgoingCallOfferPref: remote_merge
RtpPortStart: 0
FromDomain:
TimersSessExpires: 1800
NamedCallGroup:
DtlsCipher:
MediaEncryptionOptimistic: false
SuppressQ850ReasonHeaders: false
Aors:
IdentifyBy: username,ip
CalleridPrivacy: allowed_not_screened
MwiSubscribeReplacesUnsolicited: no
CosAudio: 0
FollowEarlyMediaFork: true
Context: default
RtpSymmetric: false
Transport:
MohSuggest: default
T38Udptl: false
FaxDetect: false
T38BindUdptlToMediaAddress: false
TosVideo: 0
SrtpTag32: false
ReferBlindProgress: true
MaxAudioStreams: 1
Bundle: false
UseAvpf: false
CallGroup:
SendConnectedLine: yes
FaxDetectTimeout: 0
SdpOwner: -
ForceRport: true
CalleridTag:
RtpTimeoutHold: 0
SuppressMohOnSendonly: false
UsePtime: false
MediaAddress:
VoicemailExtension:
RtpTimeout: 0
StirShaken: no
SetVar:
ContactAcl:
PreferredCodecOnly: false
GeolocOutgoingCallProfile:
ForceAvp: false
RecordOffFeature: automixmon
FromUser:
SendDiversion: true
SendHistoryInfo: false
T38UdptlIpv6: false
ToneZone:
Language:
AllowSubscribe: true
RtpIpv6: false
Callerid: <unknown>
MohPassthrough: false
CosVideo: 0
DtlsAutoGenerateCert: No
AsymmetricRtpCodec: false
GeolocIncomingCallProfile:
IceSupport: false
AggregateMwi: true
OneTouchRecording: false
MwiFromUser:
RedirectMethod: user
Accountcode:
CodecPrefsOutgoingAnswer: prefer:pending, operation:intersect, keep:all, transcode:allow
Allow: (g722|ulaw|alaw)
RewriteContact: false
UserEqPhone: false
RtpEngine: asterisk
FollowRedirectMethods:
SubscribeContext:
NotifyEarlyInuseRinging: false
IncomingMwiMailbox:
IncomingCallOfferPref: local
AllowUnauthenticatedOptions: false
Auth:
DirectMediaGlareMitigation: none
TrustIdInbound: false
StirShakenProfile:
BindRtpToMediaAddress: false
DisableDirectMediaOnNat: false
MediaEncryption: no
MediaUseReceivedTransport: false
AllowOverlap: true
DtmfMode: rfc4733
OutboundAuth:
TosAudio: 0
DtlsCertFile:
DtlsCaPath:
DtlsSetup: active
ConnectedLineMethod: invite
G726NonStandard: false
100rel: yes
Timers: yes
DirectMedia: true
Acl:
TimersMinSe: 90
TrustIdOutbound: false
SubMinExpiry: 0
RtcpMux: false
MaxVideoStreams: 1
AcceptMultipleSdpAnswers: false
CodecPrefsIncomingOffer: prefer:pending, operation:intersect, keep:all, transcode:allow
CodecPrefsOutgoingOffer: prefer:pending, operation:union, keep:all, transcode:allow
TrustConnectedLine: yes
SendPai: false
RtpKeepalive: 0
T38UdptlEc: none
T38UdptlNat: false
AllowTransfer: true
DtlsCaFile:
OutboundProxy:
InbandProgress: false
`;

/** `device_state_busy_at` → `DeviceStateBusyAt`. */
const shown = (option: string): string =>
  option
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const PAIRS: readonly (readonly [string, string])[] = DEFAULTS.trim()
  .split('\n')
  .map((row) => {
    const colon = row.indexOf(':');
    return [row.slice(0, colon), row.slice(colon + 1).trim()] as const;
  });
const KNOWN = new Map(PAIRS);
/** Options that are not shown under their own name. */
const OTHERS = new Set(['type', 'disallow', 'allow', 'permit', 'deny', 'contact_permit', 'contact_deny', '100rel']);
const CODECS = new Set('all ulaw alaw g722 g729 gsm opus slin ilbc speex g726 h264 vp8'.split(' '));
const YES = /^(yes|true|on|1)$/i;
const NO = /^(no|false|off|0)$/i;

const isValid = (option: string, value: string): boolean => {
  if (option === 'allow') return value !== '' && value.split(',').every((codec) => CODECS.has(codec.replace(/^!/, '')));
  if (OTHERS.has(option)) return true;
  const usual = KNOWN.get(shown(option));
  if (usual === undefined) return false;
  if (usual === 'true' || usual === 'false') return YES.test(value) || NO.test(value);
  return !/^\d+$/.test(usual) || /^\d+$/.test(value);
};

/** Returns whether the PBX creates the endpoint. With an unknown option or a bad value it does not, and only logs that. */
export const isValidEndpoint = (options: Options): boolean =>
  [...options].every(([name, value]) => isValid(name, value));

const WEBRTC: Readonly<Record<string, string>> = {
  UseAvpf: 'true',
  IceSupport: 'true',
  RtcpMux: 'true',
  Bundle: 'true',
  MediaEncryption: 'dtls',
  MediaUseReceivedTransport: 'true',
  DtlsAutoGenerateCert: 'Yes',
  DtlsVerify: 'Fingerprint',
  DtlsSetup: 'actpass',
};

/** Returns the fields in the format of `PJSIPShowEndpoint`. */
export const endpointFields = (options: Options): readonly (readonly [string, string])[] => {
  const webrtc = YES.test(options.get('webrtc') ?? '');
  const written = new Map([...options].map(([name, value]) => [shown(name), value]));
  return PAIRS.map(([name, usual]) => {
    const value = written.get(name);
    if (name === 'Allow') return [name, value === undefined ? usual : `(${value.replaceAll(',', '|')})`];
    if (value === undefined) return [name, webrtc ? (WEBRTC[name] ?? usual) : usual];
    if (usual !== 'true' && usual !== 'false') return [name, value];
    return [name, YES.test(value) ? 'true' : 'false'];
  });
};
