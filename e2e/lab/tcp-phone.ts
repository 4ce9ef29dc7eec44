// A phone that uses one TCP connection for SIP: it registers, answers requests on that connection, and answers every call. SIPp's
// phones close the connection after registering.
import { createHash } from 'node:crypto';
import { connect } from 'node:net';

export interface TcpPhone {
  /** Resolves when the PBX accepts the registration. */
  readonly registered: Promise<void>;
  /** Request lines received over the connection. */
  readonly asked: readonly string[];
  close(): void;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const header = (message: string, name: string): string =>
  new RegExp(`^${name} *: *(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
const headers = (message: string, name: string): string =>
  (message.match(new RegExp(`^${name} *:.*$`, 'gim')) ?? []).map((line) => `${line.trim()}\r\n`).join('');

export const startTcpPhone = (host: string, port: number, user: string, password: string): TcpPhone => {
  const asked: string[] = [];
  const registered = Promise.withResolvers<void>();
  const socket = connect(port, host).setEncoding('utf8');
  const here = (): string => `${socket.localAddress}:${socket.localPort}`;
  let sequence = 0;
  let received = '';

  const register = (authorization: string): void => {
    sequence += 1;
    socket.write(
      `REGISTER sip:${host} SIP/2.0\r\nVia: SIP/2.0/TCP ${here()};branch=z9hG4bK-${user}-${sequence}\r\n` +
        `From: <sip:${user}@${host}>;tag=${user}\r\nTo: <sip:${user}@${host}>\r\nCall-ID: ${user}-registers\r\n` +
        `CSeq: ${sequence} REGISTER\r\nContact: <sip:${user}@${here()};transport=tcp>\r\nExpires: 600\r\n` +
        `Max-Forwards: 70\r\nUser-Agent: tcp-phone\r\n${authorization}Content-Length: 0\r\n\r\n`,
    );
  };
  const prove = (message: string): void => {
    const challenge = header(message, 'WWW-Authenticate');
    const part = (name: string): string => new RegExp(`${name}="?([^",]+)`).exec(challenge)?.[1] ?? '';
    const [realm, nonce, uri] = [part('realm'), part('nonce'), `sip:${host}`];
    const proof = [md5(`${user}:${realm}:${password}`), nonce, '00000001', 'abc', 'auth', md5(`REGISTER:${uri}`)];
    register(
      `Authorization: Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=MD5, ` +
        `qop=auth, nc=00000001, cnonce="abc", response="${md5(proof.join(':'))}"` +
        `${part('opaque') === '' ? '' : `, opaque="${part('opaque')}"`}\r\n`,
    );
  };
  const sdp = (): string =>
    `v=0\r\no=- 1 1 IN IP4 ${socket.localAddress}\r\ns=-\r\nc=IN IP4 ${socket.localAddress}\r\nt=0 0\r\n` +
    'm=audio 40000 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\n';
  const answer = (message: string): void => {
    asked.push(message.slice(0, message.indexOf('\r\n')));
    if (message.startsWith('ACK ')) return;
    const body = message.startsWith('INVITE ') ? sdp() : '';
    socket.write(
      `SIP/2.0 200 OK\r\n${headers(message, 'Via')}${headers(message, 'Record-Route')}From: ${header(message, 'From')}\r\n` +
        `To: ${header(message, 'To').replace(/;tag=.*|$/, `;tag=${user}-answers`)}\r\nCall-ID: ${header(message, 'Call-ID')}\r\n` +
        `CSeq: ${header(message, 'CSeq')}\r\nContact: <sip:${user}@${here()};transport=tcp>\r\n` +
        `${body === '' ? '' : 'Content-Type: application/sdp\r\n'}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  const take = (message: string): void => {
    if (!message.startsWith('SIP/2.0 ')) return answer(message);
    const status = Number(message.slice(8, 11));
    if (status === 401 && sequence === 1) prove(message);
    else if (status === 200) registered.resolve();
    else if (status >= 300) registered.reject(new Error(`${user}: ${message.slice(0, message.indexOf('\r\n'))}`));
  };
  socket.on('connect', () => register(''));
  socket.on('error', registered.reject);
  socket.on('data', (text: string) => {
    received += text;
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      const whole = end + 4 + Number(header(received.slice(0, end + 2), 'Content-Length') || 0);
      if (end === -1 || received.length < whole) return;
      take(received.slice(0, end + 2));
      received = received.slice(whole);
    }
  });
  return { registered: registered.promise, asked, close: () => socket.destroy() };
};
