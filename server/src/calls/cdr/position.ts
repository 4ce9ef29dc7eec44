// Encodes and decodes the end of a page of calls as the cursor for clients.
import { Refusal } from '../../platform/caller/refusal.ts';
import type { CallRow, Position } from './queries.ts';

export const positionText = ({ startAt, id }: Pick<CallRow, 'startAt' | 'id'>): string =>
  Buffer.from(`${startAt.toISOString()} ${id}`).toString('base64url');

const POSITION = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const readPosition = (cursor: string | undefined): Position | null => {
  if (cursor === undefined || cursor === '') return null;
  const match = POSITION.exec(Buffer.from(cursor, 'base64url').toString());
  if (match?.[1] === undefined || match[2] === undefined || Number.isNaN(Date.parse(match[1]))) {
    throw new Refusal('invalid', { errors: [{ path: 'cursor', code: 'unknown' }] });
  }
  return { startAt: match[1], id: match[2] };
};
