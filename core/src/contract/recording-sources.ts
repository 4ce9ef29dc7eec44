// Where the console gets the recordings of a PBX from.
import { z } from 'zod';
import { route } from './route.ts';
import { pattern, PATTERNS, rule, text } from './text.ts';
import type { RuleName } from './text.ts';

/** A folder of the console's machine; the PBX itself, by ARI; a web server; storage that speaks S3. */
export const SOURCE_KINDS = ['local', 'ari', 'http', 's3'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

const params = z.object({ id: z.coerce.number().int().min(1) });

const settings = {
  kind: z.enum(SOURCE_KINDS),
  /** The folder that the PBX records into, taken off the names that begin with it; recordings begun by hand go there. */
  pbxFolder: pattern('absolute-folder', 120),
  /** local: a folder below the console's own, or nothing. Else `https://…`. */
  address: pattern('one-line', 400),
  username: text(0, 200),
  bucket: pattern('bucket', 63),
  region: pattern('one-line', 63),
  /** Before each name in the bucket: `calls/`. */
  prefix: pattern('folder-below', 400),
  mayDelete: z.boolean(),
};

export const RecordingSourceSettings = z.object({ serverId: z.number().int(), ...settings, hasSecret: z.boolean() });
export type RecordingSourceSettings = z.infer<typeof RecordingSourceSettings>;

export const UpdateRecordingSource = z
  .object({
    kind: settings.kind,
    pbxFolder: settings.pbxFolder.default(''),
    address: settings.address.default(''),
    username: settings.username.default(''),
    /** Write-only; left out or empty: the stored one stays, as long as the address does. */
    secret: z
      .string()
      .max(400)
      .regex(/^[^\u0000-\u001f\u007f]*$/)
      .optional(),
    bucket: settings.bucket.default(''),
    region: settings.region.default(''),
    prefix: settings.prefix.default(''),
    mayDelete: settings.mayDelete.default(false),
  })
  .superRefine((value, context) => {
    const refuse = (path: keyof typeof value, name: RuleName) =>
      context.addIssue({ code: 'custom', path: [path], ...rule(name) });
    if (value.kind === 'local') {
      if (!PATTERNS['folder-below'].test(value.address)) refuse('address', 'folder-below');
      return;
    }
    if (value.address === '') refuse('address', 'required');
    else if (!PATTERNS['web-address'].test(value.address)) refuse('address', 'web-address');
    if (value.kind === 's3' && value.bucket === '') refuse('bucket', 'required');
    if (value.kind !== 'http' && value.username === '') refuse('username', 'required');
  });
export type UpdateRecordingSource = z.output<typeof UpdateRecordingSource>;

/** What a try found. `found`, `missing`: the newest recording that the PBX named. `reached`: nothing to look for yet. */
export const SOURCE_VERDICTS = [
  'found',
  'missing',
  'reached',
  'unreachable',
  'denied',
  'refused',
  'no-folder',
  'no-bucket',
  'off-limits',
] as const;
export const SourceVerdict = z.object({
  verdict: z.enum(SOURCE_VERDICTS),
  /** The recording that was looked for, as the PBX named it. */
  file: z.string().nullable(),
});
export type SourceVerdict = z.infer<typeof SourceVerdict>;

export const readRecordingSource = route({
  method: 'GET',
  path: '/endpoints/:id/recordings',
  summary: 'Where the recordings of a PBX are',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: RecordingSourceSettings,
  errors: ['not-found'],
});

export const updateRecordingSource = route({
  method: 'PUT',
  path: '/endpoints/:id/recordings',
  summary: 'Say where the recordings of a PBX are',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params,
  body: UpdateRecordingSource,
  response: RecordingSourceSettings,
  errors: ['not-found'],
});

export const testRecordingSource = route({
  method: 'POST',
  path: '/endpoints/:id/recordings/test',
  summary: 'Look for the newest recording of a PBX where its settings say',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params,
  response: SourceVerdict,
  errors: ['not-found'],
});
