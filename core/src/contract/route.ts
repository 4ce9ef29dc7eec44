// A route is a value: the server registers it, the browser's client calls it, OpenAPI and the generic tests read it.
// A route without `access` does not compile.
import type { z } from 'zod';
import type { Action, Resource } from '../access/ability.ts';
import type { Mask, Masking } from '../base/masks.ts';
import type { ErrorCode } from './errors.ts';

/** `public`: no session. `signed-in`: any session. Otherwise the ability that it needs. */
export type Access = 'public' | 'signed-in' | readonly [Action, Resource];

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters as `:id`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /** What it shows besides: what is withheld of that is withheld in its answers, too. */
  readonly tells?: Resource;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Absent: 204 without a body. */
  readonly response?: z.ZodType;
  readonly status?: 200 | 201 | 202 | 204;
  /** Media types of a file that it answers with, instead of `response`; with both, as the query asks. */
  readonly file?: readonly string[];
  /** Media type of a body that is read as it comes; else JSON. */
  readonly bodyType?: 'text/csv' | 'application/octet-stream';
  /** Of the body, when it may be larger than usual. */
  readonly maxBodyBytes?: number;
  /** Beyond those that `access` and validation imply. */
  readonly errors: readonly ErrorCode[];
}

/** A file on its way: written as it is read. */
export interface FileAnswer {
  readonly mediaType: string;
  /** `customers-2026-11-21.csv` */
  readonly fileName: string;
  /** Of an answer to a range request; else 200. */
  readonly status?: 206 | 416;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** Of a table: how many rows were written so far. */
  readonly rows?: () => number;
  /** Of a table: the same without what is withheld from who asks. */
  readonly masked?: (masking: Masking) => FileAnswer;
  /** Of a document: what it tells and cannot be without. */
  readonly tells?: readonly Mask[];
}

export const route = <const R extends Route>(definition: R): R => definition;

export type ParamsOf<R extends Route> = R extends { params: infer T extends z.ZodType } ? z.output<T> : undefined;
export type QueryOf<R extends Route> = R extends { query: infer T extends z.ZodType } ? z.output<T> : undefined;
export type BodyOf<R extends Route> = R extends { body: infer T extends z.ZodType } ? z.output<T> : undefined;
export type ResponseOf<R extends Route> = R extends { file: readonly string[] }
  ? R extends { response: infer T extends z.ZodType }
    ? z.output<T> | FileAnswer
    : FileAnswer
  : R extends { response: infer T extends z.ZodType }
    ? z.output<T>
    : undefined;
/** What a caller may pass: defaults may be left out. */
export type QueryInputOf<R extends Route> = R extends { query: infer T extends z.ZodType } ? z.input<T> : undefined;
export type BodyInputOf<R extends Route> = R extends { body: infer T extends z.ZodType } ? z.input<T> : undefined;
