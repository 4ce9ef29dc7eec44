// Starts a console in its own process, like a service, for tests of signals, exits and messages.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface ConsoleProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with the console's URL. Rejects with the output if the console exits first. */
  ready(): Promise<string>;
  /** Exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>;
  /** Returns everything written to both output streams so far. */
  output(): string;
  /** Resolves when the output contains the text. */
  says(text: string | RegExp): Promise<void>;
  kill(signal?: NodeJS.Signals): void;
}

export const spawnConsole = (
  environment: Readonly<Record<string, string>>,
  {
    script = MAIN,
    command = [process.execPath],
  }: { readonly script?: string; readonly command?: readonly string[] } = {},
): ConsoleProcess => {
  const [program = '', ...args] = command;
  const { npm_lifecycle_event: _npm, VITEST: _vitest, NODE_ENV: _env, ...inherited } = process.env;
  const child = spawn(program, [...args, ...(script === '' ? [] : [script])], {
    env: { ...inherited, PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const add = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  let over = false;
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => {
      over = true;
      for (const look of waiting) look();
      resolve(code ?? signal);
    }),
  );
  const says = (text: string | RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = typeof text === 'string' ? output.includes(text) : text.test(output);
        if (!found && !over) return;
        waiting.delete(look);
        if (found) resolve();
        else reject(new Error(`It ended without saying ${String(text)}:\n${output}`));
      };
      waiting.add(look);
      look();
    });
  return {
    child,
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    says,
    ready: async () => {
      await says(/ready: \S+\r?\n/);
      return /ready: (\S+)\r?\n/.exec(output)?.[1] ?? '';
    },
    kill: (signal = 'SIGTERM') => void child.kill(signal),
  };
};
