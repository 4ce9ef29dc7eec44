// What the modules of a simulated PBX hold of its files since they last read them.
import type { Disk, DiskSection } from './config-disk.ts';

export type Options = ReadonlyMap<string, string>;

export interface DialplanStep {
  readonly exten: string;
  /** A number from 1, or `hint`. */
  readonly priority: string;
  readonly application: string;
  readonly data: string;
}

/** By which addresses the calls of an endpoint are known. */
export interface Identify {
  readonly name: string;
  readonly endpoint: string;
  readonly matches: readonly string[];
}

export interface Loaded {
  readonly disk: Disk;
  endpoints: ReadonlyMap<string, Options>;
  auths: ReadonlyMap<string, Options>;
  aors: ReadonlyMap<string, Options>;
  /** Each with its `match` lines. */
  identifies: readonly Identify[];
  dialplan: ReadonlyMap<string, readonly DialplanStep[]>;
  /** Queues that a file told of, with the interfaces of their members. */
  queues: ReadonlyMap<string, ReadonlySet<string>>;
}

export const emptyLoaded = (disk: Disk): Loaded => ({
  disk,
  endpoints: new Map(),
  auths: new Map(),
  aors: new Map(),
  identifies: [],
  dialplan: new Map(),
  queues: new Map(),
});

/** Last value of each option; names as written. */
export const optionsOf = (section: DiskSection): Options => new Map(section.lines.map((l) => [l.name, l.value]));
