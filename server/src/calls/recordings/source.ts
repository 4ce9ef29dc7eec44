// Interface for recording sources. Names come from the PBX and are not trusted: a source never reads outside of its own folder.
import type { ByteRange } from './byte-range.ts';

export interface Sound {
  readonly bytes: number;
  readonly mediaType: string;
  /** For example `wav`. */
  readonly extension: string;
}

export interface OpenSound extends Sound {
  /** Byte range of `content`; `null` for the whole file. With `unsatisfiable`, `content` is empty. */
  readonly range: ByteRange | 'unsatisfiable' | null;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * `unreachable`: no answer. `denied`: wrong login. `refused`: unexpected answer. `no-folder`: not configured. `no-bucket`: unknown
 * bucket. `off-limits`: an address that the console must not connect to.
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
  /** True if the source is on another machine, where each check costs a request. */
  readonly remote: boolean;
  readonly canDelete: boolean;
  /** Returns `null` if the file is missing or has no audio. */
  find(name: string): Promise<Sound | null>;
  /** `range`: a `Range` header. */
  open(name: string, range: string | undefined): Promise<OpenSound | null>;
  /** Returns false if the file was missing. */
  remove(name: string): Promise<boolean>;
  /** Resolves if the source answers. */
  probe(): Promise<void>;
}

/** Smaller files have no audio: MixMonitor writes a header of 44 bytes for an unanswered call. */
export const LEAST_BYTES = 1_000;
