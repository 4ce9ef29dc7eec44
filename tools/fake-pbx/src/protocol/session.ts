// One AMI connection: greeting, login by secret or challenge, actions, and the events that its user may read.
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { World } from '../sim/model.ts';
import { listCommands, runAction } from './actions.ts';
import { authenticate, mayRead, writeClasses, type AmiUser } from './ami-user.ts';
import { createOutbox } from './outbox.ts';
import { refusal, reply, success } from './reply.ts';
import { createRequestReader, type Request } from './request.ts';

export interface SessionHost {
  readonly world: () => World;
  readonly users: readonly AmiUser[];
  readonly booted: () => boolean;
  /** Delay before a wrong secret is answered; about a second in Asterisk. */
  readonly refusalDelayMs: number;
  readonly eventLagMs: number;
  readonly onAction?: (name: string) => void;
}

export interface Session {
  readonly event: (name: string, block: string) => void;
  /** Sends FullyBooted to clients that logged in during the boot. */
  readonly fullyBooted: () => void;
  readonly end: () => void;
}

const classOf = (block: string): string => /^Privilege: (\w+),/m.exec(block)?.[1] ?? '';

const bootedText = (world: World): string => {
  const since = (at: number): number => Math.floor((world.clock.now() - at) / 1000);
  return (
    `Event: FullyBooted\r\nPrivilege: system,all\r\nUptime: ${since(world.startedAt)}\r\n` +
    `LastReload: ${since(world.reloadedAt)}\r\nStatus: Fully Booted\r\n\r\n`
  );
};

const unknownAction = (r: Request): string =>
  refusal(r, `Invalid/unknown command: ${r.get('Action')}. Use Action: ListCommands to show available commands.`);

export const createSession = (socket: Socket, host: SessionHost, onEnd: () => void): Session => {
  const out = createOutbox(socket, host.eventLagMs);
  let user: AmiUser | null = null;
  let challenge = '';
  let eventsOn = true;

  const fullyBooted = (): void => {
    if (user && mayRead(user, 'system')) out.send(bootedText(host.world()));
  };
  const login = (r: Request): void => {
    user = authenticate(r, host.users, challenge);
    if (user) {
      eventsOn = !/^(off|no|false|0)$/i.test(r.get('Events'));
      out.send(success(r, 'Authentication accepted'));
      if (host.booted()) fullyBooted();
      return;
    }
    const late = setTimeout(() => {
      out.send(refusal(r, 'Authentication failed'));
      out.end();
    }, host.refusalDelayMs);
    late.unref();
  };
  const challengeReply = (r: Request): string => {
    if (r.get('AuthType').toUpperCase() !== 'MD5') return refusal(r, 'Must specify AuthType');
    challenge = String(randomInt(100_000_000, 999_999_999));
    return reply(r, 'Success', [['Challenge', challenge]]);
  };
  const switchEvents = (r: Request): string => {
    eventsOn = !/^(off|no|false|0)$/i.test(r.get('EventMask'));
    return reply(r, 'Success', [['Events', eventsOn ? 'On' : 'Off']]);
  };

  const answer = (r: Request): void => {
    const action = r.get('Action').toLowerCase();
    host.onAction?.(action);
    if (action === '') return out.send(refusal(r, 'Missing action in request'));
    if (r.fault !== null) return out.send(refusal(r, r.fault));
    if (action === 'logoff') {
      out.send(reply(r, 'Goodbye', [['Message', 'Thanks for all the fish.']]));
      return out.end();
    }
    if (action === 'challenge') return out.send(challengeReply(r));
    if (action === 'login') return user ? out.send(refusal(r, 'Already logged in')) : login(r);
    if (!user) return out.send(refusal(r, 'Permission denied'));
    if (action === 'listcommands') return out.send(listCommands(r, writeClasses(user)));
    if (action === 'events') return out.send(switchEvents(r));
    // app_queue is loaded last.
    if (action.startsWith('queue') && !host.booted()) return out.send(unknownAction(r));
    const write = writeClasses(user);
    return out.answerFirst(() => runAction(host.world(), r, write) ?? unknownAction(r));
  };

  socket.setNoDelay(true);
  socket.on(
    'data',
    createRequestReader((r) => out.ended() || answer(r)),
  );
  socket.on('error', () => socket.destroy());
  socket.on('close', onEnd);
  socket.write('Asterisk Call Manager/11.0.0\r\n');

  return {
    event: (name, block) => {
      if (!user || !eventsOn) return;
      if (user.only && !user.only.includes(name)) return;
      if (user.read && !mayRead(user, classOf(block))) return;
      out.sendEvent(block);
    },
    fullyBooted,
    end: out.end,
  };
};
