// Recordings are heard by whom the call is shown to, and by nobody else; who hears or keeps one stands in the audit trail.
import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/recordings.ts';
import type { Recording } from '@ringside/core/contract/recordings.ts';
import type { FileAnswer } from '@ringside/core/contract/route.ts';
import { findRecordingFile } from '../../calls/recording-file.ts';
import { writeAudit } from '../../db/audit.ts';
import { byteRangeOf } from '../../http/byte-range.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { callOf } from './call-of.ts';
import { positionText, readPosition } from './position.ts';
import { findCall, readCalls } from './queries.ts';
import type { CallRow } from './queries.ts';

/** `2026-11-21-102943-+34911980201.wav` */
const fileNameOf = (row: CallRow, extension: string): string =>
  `${row.startAt.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}-${row.source}.${extension}`;

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Of a range beyond the end.
}

export const registerRecordings = (app: FastifyInstance, deps: Deps): void => {
  const { recordings: folder, defaultCountry } = deps.config;

  const toRecording = async (row: CallRow): Promise<Recording> => {
    const sound = await findRecordingFile(folder, row.recordingFile);
    return {
      ...callOf(row, defaultCountry),
      file: row.recordingFile,
      status: sound === null ? 'missing' : 'available',
      bytes: sound?.bytes ?? null,
    };
  };

  registerRoute(app, contract.listRecordings, async ({ caller, query }) => {
    const { cursor, perPage, ...filters } = query;
    const after = readPosition(cursor);
    const rows = await readCalls(deps.db, caller, { ...filters, recorded: 'true' }, after, perPage + 1);
    const page = rows.slice(0, perPage);
    const last = page.at(-1);
    const next = rows.length > perPage && last !== undefined ? positionText(last) : null;
    return { data: await Promise.all(page.map(toRecording)), meta: { perPage, next } };
  });

  registerRoute(app, contract.getRecordingAudio, async ({ caller, params, query, headers, setHeader }) => {
    const download = query.download === 'true';
    if (download && !can(caller.abilities, 'export', 'recording')) throw new Refusal('forbidden');
    const row = await findCall(deps.db, caller, params.id);
    const sound = row === null ? null : await findRecordingFile(folder, row.recordingFile);
    if (row === null || sound === null) throw new Refusal('not-found');
    const asked = Array.isArray(headers['range']) ? undefined : headers['range'];
    const range = byteRangeOf(asked, sound.bytes);
    const file = { mediaType: sound.mediaType, fileName: fileNameOf(row, sound.extension) };
    setHeader('accept-ranges', 'bytes');
    setHeader('cache-control', 'private, no-store');
    if (range === 'unsatisfiable') {
      setHeader('content-range', `bytes */${sound.bytes}`);
      return { ...file, status: 416, content: nothing() } satisfies FileAnswer;
    }
    // A player that seeks asks again and again: it is one hearing, which begins at the beginning.
    if (range === null || range.from === 0) {
      await writeAudit(deps.db, caller, {
        customerId: row.customerId,
        action: download ? 'download' : 'play',
        resource: 'recording',
        resourceId: row.id,
        resourceName: row.recordingFile,
        before: null,
        after: { startAt: row.startAt.toISOString(), source: row.source, destination: row.destination },
      });
    }
    if (range === null) {
      setHeader('content-length', String(sound.bytes));
      return { ...file, content: createReadStream(sound.path) } satisfies FileAnswer;
    }
    setHeader('content-range', `bytes ${range.from}-${range.to}/${sound.bytes}`);
    setHeader('content-length', String(range.to - range.from + 1));
    const content = createReadStream(sound.path, { start: range.from, end: range.to });
    return { ...file, status: 206, content } satisfies FileAnswer;
  });
};
