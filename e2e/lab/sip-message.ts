// SIP messages as text: requests in a dialog, responses, digest authentication (RFC 3261, RFC 2617 with qop=auth), an SDP offer.
import { createHash } from 'node:crypto';

/** One side's view of a dialog. Requests raise `sequence`; a 200 sets `remote` and `target`. */
export interface Dialog {
  readonly callId: string;
  readonly address: string;
  readonly port: number;
  readonly user: string;
  readonly local: string;
  remote: string;
  /** The request URI. */
  target: string;
  sequence: number;
}

export interface Place {
  readonly address: string;
  readonly port: number;
  readonly user: string;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Value of the first header with this name, or an empty string. */
export const field = (message: string, name: string): string =>
  new RegExp(`^${name} *: *(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
const allFields = (message: string, name: string): string =>
  (message.match(new RegExp(`^${name} *:.*$`, 'gim')) ?? []).map((line) => `${line.trim()}\r\n`).join('');

/** `sip:101@192.0.2.1:5060` of `"Ann" <sip:101@192.0.2.1:5060>;tag=1`. */
export const uriOf = (party: string): string => /<([^>]+)>/.exec(party)?.[1] ?? party;

let branches = 0;

export const requestText = (dialog: Dialog, method: string, headers: string, body: string): string => {
  const here = `${dialog.address}:${dialog.port}`;
  return (
    `${method} ${dialog.target} SIP/2.0\r\nVia: SIP/2.0/UDP ${here};rport;branch=z9hG4bK-${++branches}-${dialog.callId}\r\n` +
    `From: ${dialog.local}\r\nTo: ${dialog.remote}\r\nCall-ID: ${dialog.callId}\r\nCSeq: ${dialog.sequence} ${method}\r\n` +
    `Contact: <sip:${dialog.user}@${here}>\r\nMax-Forwards: 70\r\nUser-Agent: test-phone\r\n` +
    `Allow: INVITE, ACK, BYE, CANCEL, OPTIONS, REFER, NOTIFY\r\nSupported: replaces\r\n${headers}` +
    `${body === '' ? '' : 'Content-Type: application/sdp\r\n'}Content-Length: ${body.length}\r\n\r\n${body}`
  );
};

/** `to`: the To header with the local tag. An empty string copies the header of the request. */
export const answerText = (request: string, status: string, to: string, here: Place, body = ''): string =>
  `SIP/2.0 ${status}\r\n${allFields(request, 'Via')}${allFields(request, 'Record-Route')}From: ${field(request, 'From')}\r\n` +
  `To: ${to === '' ? field(request, 'To') : to}\r\nCall-ID: ${field(request, 'Call-ID')}\r\nCSeq: ${field(request, 'CSeq')}\r\n` +
  `Contact: <sip:${here.user}@${here.address}:${here.port}>\r\nSupported: replaces\r\n` +
  `${body === '' ? '' : 'Content-Type: application/sdp\r\n'}Content-Length: ${body.length}\r\n\r\n${body}`;

let sessions = 0;

/** An SDP offer for G.711. */
export const mediaText = (address: string, port: number, way: 'sendrecv' | 'sendonly'): string =>
  `v=0\r\no=- 1 ${++sessions} IN IP4 ${address}\r\ns=-\r\nc=IN IP4 ${address}\r\nt=0 0\r\n` +
  `m=audio ${port} RTP/AVP 0 101\r\na=rtpmap:0 PCMU/8000\r\na=rtpmap:101 telephone-event/8000\r\na=${way}\r\n`;

/** The Authorization header in reply to a 401. */
export const authorizationOf = (
  challenge: string,
  method: string,
  uri: string,
  user: string,
  password: string,
): string => {
  const asked = field(challenge, 'WWW-Authenticate');
  const part = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(asked)?.[1] ?? '';
  const [realm, nonce, opaque] = [part('realm'), part('nonce'), part('opaque')];
  const proof = [md5(`${user}:${realm}:${password}`), nonce, '00000001', 'abc', 'auth', md5(`${method}:${uri}`)];
  return (
    `Authorization: Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=MD5, ` +
    `qop=auth, nc=00000001, cnonce="abc", response="${md5(proof.join(':'))}"` +
    `${opaque === '' ? '' : `, opaque="${opaque}"`}\r\n`
  );
};
