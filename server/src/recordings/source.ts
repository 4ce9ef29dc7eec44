// Where recordings are. A name is as the PBX gave it, and so may come from anywhere: a source asks for nothing above its own
// folder, whatever the name is made of.
import type { ByteRange } from '../http/byte-range.ts';

export interface Sound {
  readonly bytes: number;
  readonly mediaType: string;
  /** `wav` */
  readonly extension: string;
}

export interface OpenSound extends Sound {
  /** What of it `content` is; null: all. Of `unsatisfiable` there is nothing. */
  readonly range: ByteRange | 'unsatisfiable' | null;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * `unreachable`: no answer. `denied`: it wants another login. `refused`: an answer that makes no sense here. `no-folder`: nothing is set up.
 * `no-bucket`: the storage has none of this name. `off-limits`: no address for the console to go to.
 */
export type SourceProblem = 'unreachable' | 'denied' | 'refused' | 'no-folder' | 'no-bucket' | 'off-limits';

export class SourceAway extends Error {
  readonly problem: SourceProblem;
  constructor(problem: SourceProblem, cause?: unknown) {
    super(`The recordings cannot be read: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Every method may reject with SourceAway. */
export interface RecordingSource {
  /** On another machine: to look costs a request. */
  readonly remote: boolean;
  readonly canDelete: boolean;
  /** null: it is not there, or has no sound. */
  find(name: string): Promise<Sound | null>;
  /** `range`: a `Range` header. */
  open(name: string, range: string | undefined): Promise<OpenSound | null>;
  /** False: it was not there. */
  remove(name: string): Promise<boolean>;
  /** Resolves when it answers at all. */
  probe(): Promise<void>;
}

/** MixMonitor leaves a header of 44 bytes for a call that nobody answered. */
export const LEAST_BYTES = 1_000;
