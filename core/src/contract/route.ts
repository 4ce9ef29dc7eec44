// A route as a value: the server registers it, the web client calls it, and OpenAPI and generic tests read it. A route without `access`
// does not compile.
import type { z } from 'zod';
import type { Action, Resource } from '../access/ability.ts';
import type { Mask, Masking } from '../access/masks.ts';
import type { ErrorCode } from './errors.ts';

/** `public`: no session. `signed-in`: any session. Otherwise the required ability. */
export type Access = 'public' | 'signed-in' | readonly [Action, Resource];

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below `/api`, with parameters such as `:id`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  /** Another resource whose data it shows, so that resource's masks apply too. */
  readonly tells?: Resource;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Absent: 204 without a body. */
  readonly response?: z.ZodType;
  readonly status?: 200 | 201 | 202 | 204;
  /** Media types of a file response, instead of `response`. With both, the query decides. */
  readonly file?: readonly string[];
  /** Media type of a streamed body. Otherwise JSON. */
  readonly bodyType?: 'text/csv' | 'application/octet-stream';
  /** Maximum body size, if larger than the default. */
  readonly maxBodyBytes?: number;
  /** Errors in addition to those of `access` and validation. */
  readonly errors: readonly ErrorCode[];
}

/** A streamed file response. */
export interface FileAnswer {
  readonly mediaType: string;
  /** Such as `customers-2026-11-21.csv`. */
  readonly fileName: string;
  /** For a range request. Otherwise 200. */
  readonly status?: 206 | 416;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** For tables: rows written so far. */
  readonly rows?: () => number;
  /** For tables: the same file with the caller's masks applied. */
  readonly masked?: (masking: Masking) => FileAnswer;
  /** For documents: masked fields that they cannot omit. */
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
/** Input types, in which fields with defaults are optional. */
export type QueryInputOf<R extends Route> = R extends { query: infer T extends z.ZodType } ? z.input<T> : undefined;
export type BodyInputOf<R extends Route> = R extends { body: infer T extends z.ZodType } ? z.input<T> : undefined;
