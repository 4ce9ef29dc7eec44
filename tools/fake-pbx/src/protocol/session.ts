// One AMI connection: greeting, login by secret or challenge, actions, events that its user may read.
import { createHash, randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { World } from '../sim/model.ts';
import { listCommands, runAction } from './actions.ts';
import { refusal, reply, success } from './reply.ts';
import { createRequestReader, MAX_HEADERS, type Request } from './request.ts';

export interface AmiUser {
  readonly username: string;
  readonly secret: string;
  /** Classes of manager.conf; absent: all. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** Names of events to send and no others, as an `eventfilter` of includes does; absent: all. */
  readonly only?: readonly string[];
}

export interface SessionHost {
  readonly world: () => World;
  readonly users: readonly AmiUser[];
  readonly booted: () => boolean;
  /** How long a wrong secret waits for its answer; Asterisk takes about a second. */
  readonly refusalDelayMs: number;
}

export interface Session {
  readonly event: (name: string, block: string) => void;
  /** FullyBooted, for one who logged in during the boot. */
  readonly fullyBooted: () => void;
  readonly end: () => void;
  readonly loggedIn: () => boolean;
}

/** A client that stops reading is cut off, as Asterisk does when `writetimeout` passes. */
const MAX_UNREAD = 8_000_000;

const classOf = (block: string): string => /^Privilege: (\w+),/m.exec(block)?.[1] ?? '';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export const createSession = (socket: Socket, host: SessionHost, onEnd: () => void): Session => {
  let user: AmiUser | null = null;
  let challenge = '';
  let eventsOn = true;
  let write: ReadonlySet<string> | null = null;
  let out: string[] = [];
  let flushing = false;
  let ended = false;

  const flush = (): void => {
    flushing = false;
    if (ended || out.length === 0) return;
    const text = out.join('');
    out = [];
    socket.write(text);
    if (socket.writableLength > MAX_UNREAD) socket.destroy();
  };
  const send = (text: string): void => {
    out.push(text);
    if (flushing) return;
    flushing = true;
    setImmediate(flush);
  };
  const end = (): void => {
    if (ended) return;
    flush();
    ended = true;
    socket.end();
  };

  const fullyBooted = (): void => {
    const world = host.world();
    const uptime = Math.floor((world.clock.now() - world.startedAt) / 1000);
    const reload = Math.floor((world.clock.now() - world.reloadedAt) / 1000);
    const text = `Uptime: ${uptime}\r\nLastReload: ${reload}\r\nStatus: Fully Booted\r\n\r\n`;
    if (user && mayRead('system')) send(`Event: FullyBooted\r\nPrivilege: system,all\r\n${text}`);
  };
  const mayRead = (cls: string): boolean =>
    user?.read === undefined || user.read.includes(cls) || user.read.includes('all');

  const login = (r: Request): void => {
    const found = host.users.find((u) => u.username === r.get('Username'));
    const keyed = r.get('AuthType').toUpperCase() === 'MD5';
    const right =
      found &&
      (keyed ? challenge !== '' && md5(challenge + found.secret) === r.get('Key') : found.secret === r.get('Secret'));
    if (!right) {
      const timer = setTimeout(() => {
        send(refusal(r, 'Authentication failed'));
        end();
      }, host.refusalDelayMs);
      timer.unref();
      return;
    }
    user = found;
    write = found.write === undefined || found.write.includes('all') ? null : new Set(found.write);
    send(success(r, 'Authentication accepted'));
    if (host.booted()) fullyBooted();
  };

  const before = (r: Request, action: string): void => {
    if (action === 'login') return login(r);
    if (action === 'challenge') {
      if (r.get('AuthType').toUpperCase() !== 'MD5') return send(refusal(r, 'Must specify AuthType'));
      challenge = String(randomInt(100_000_000, 999_999_999));
      return send(reply(r, 'Success', [['Challenge', challenge]]));
    }
    if (action === 'logoff') {
      send(reply(r, 'Goodbye', [['Message', 'Thanks for all the fish.']]));
      return end();
    }
    return send(refusal(r, 'Permission denied'));
  };

  const events = (r: Request): void => {
    eventsOn = !/^(off|no|false|0)$/i.test(r.get('EventMask'));
    send(reply(r, 'Success', [['Events', eventsOn ? 'On' : 'Off']]));
  };

  const answer = (r: Request): void => {
    const action = r.get('Action').toLowerCase();
    if (action === '') return send(refusal(r, 'Missing action in request'));
    if (r.headers.length > MAX_HEADERS) return send(refusal(r, 'Too many lines in message'));
    if (!user || action === 'logoff' || action === 'challenge') return before(r, action);
    if (action === 'login') return send(refusal(r, 'Already logged in'));
    if (action === 'listcommands') return send(listCommands(r));
    if (action === 'events') return events(r);
    const isQueueAction = action.startsWith('queue');
    if (isQueueAction && !host.booted())
      return send(
        refusal(r, `Invalid/unknown command: ${r.get('Action')}. Use Action: ListCommands to show available commands.`),
      );
    // The reply goes first: Asterisk's events travel by another thread.
    const at = out.length;
    const text = runAction(host.world(), r, write);
    send('');
    out.splice(Math.min(at, out.length), 0, text);
    return undefined;
  };

  socket.setNoDelay(true);
  socket.on(
    'data',
    createRequestReader((r) => !ended && answer(r)),
  );
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    ended = true;
    onEnd();
  });
  socket.write('Asterisk Call Manager/11.0.0\r\n');

  return {
    event: (name, block) => {
      if (!user || !eventsOn) return;
      if (user.only && !user.only.includes(name)) return;
      if (user.read && !mayRead(classOf(block))) return;
      send(block);
    },
    fullyBooted,
    end,
    loggedIn: () => user !== null,
  };
};
