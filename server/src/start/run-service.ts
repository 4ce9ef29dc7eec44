// Controls the process of a console: signals, the exit of its starter, and the exit code.
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';

interface Service {
  close(): Promise<void>;
}

/** Longer than the requests' grace period and all other shutdown steps together. */
const HARD_MS = 40_000;
const LOOK_MS = 500;

type Stop = (reason: string, failure?: string) => void;

/** Calls `gone` when the starter that waits for this process dies, which closes its end of the pipe. */
const watchPipe = (descriptor: number, gone: () => void): void => {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', gone).on('end', gone).resume().unref();
};

/** Returns the parent of a process from `/proc` (Linux), or `null` if it cannot be read. */
const parentOf = (pid: number): number | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
};

const isShell = (pid: number): boolean => {
  try {
    return /^(sh|dash|bash|ash|busybox|zsh)$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
};

/**
 * Calls `gone` when npm ends. npm dies at once on SIGTERM and leaves its child processes running. There may be a shell between npm and this
 * process.
 */
const watchNpm = (gone: () => void): void => {
  const parent = process.ppid;
  const shell = isShell(parent) ? parent : null;
  const grandparent = shell === null ? null : parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === parent && (shell === null || parentOf(shell) === grandparent)) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS).unref();
};

/**
 * Ends the process cleanly, once, on a signal: exit code 0. Further signals have no effect, except a second Ctrl-C on a terminal, which
 * forces the exit. Returns `stop`, which takes a `failure` for exit code 1. Before `serve` is called there is nothing to close.
 */
export const createStop = (): { readonly stop: Stop; serve(service: Service, log: (reason: string) => void): void } => {
  let service: Service | null = null;
  let log: (reason: string) => void = () => undefined;
  let stopping = false;
  let interrupts = 0;
  const stop: Stop = (reason, failure) => {
    if (stopping) return;
    stopping = true;
    log(reason);
    if (failure !== undefined) console.error(failure);
    const code = failure === undefined ? 0 : 1;
    setTimeout(() => process.exit(1), HARD_MS).unref();
    if (service === null) process.exit(code);
    service.close().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('SIGHUP'));
  process.on('SIGINT', () => {
    interrupts += 1;
    if (interrupts > 1 && process.stdin.isTTY) process.exit(130);
    stop('SIGINT');
  });
  const pipe = process.env['RINGSIDE_STARTER_PIPE'];
  if (pipe !== undefined) watchPipe(Number(pipe), () => stop('the starter ended'));
  else if (process.env['npm_lifecycle_event'] !== undefined) watchNpm(() => stop('npm ended'));
  return {
    stop,
    serve: (running, note) => {
      service = running;
      log = note;
    },
  };
};
