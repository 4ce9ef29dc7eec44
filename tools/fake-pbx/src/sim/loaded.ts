// Data that the modules of a simulated PBX loaded from their files.
import type { Disk, DiskSection } from './config-disk.ts';

export type Options = ReadonlyMap<string, string>;

export interface DialplanStep {
  readonly exten: string;
  /** A number from 1, or `hint`. */
  readonly priority: string;
  readonly application: string;
  readonly data: string;
}

/** Addresses that identify the calls of an endpoint. */
interface Identify {
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
  /** Queues defined in a file, with the interfaces of their members. */
  queues: ReadonlyMap<string, ReadonlySet<string>>;
  /** AstDB by `/<family>/<key>`. */
  readonly database: Map<string, string>;
}

export const emptyLoaded = (disk: Disk): Loaded => ({
  disk,
  endpoints: new Map(),
  auths: new Map(),
  aors: new Map(),
  identifies: [],
  dialplan: new Map(),
  queues: new Map(),
  database: new Map(),
});

/** Returns the last value of each option, with names as written. */
export const optionsOf = (section: DiskSection): Options => new Map(section.lines.map((l) => [l.name, l.value]));
