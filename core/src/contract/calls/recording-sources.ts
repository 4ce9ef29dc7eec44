// Storage from which the console reads the recordings of a PBX server.
import { z } from 'zod';
import { route } from '../route.ts';
import { pattern, PATTERNS, rule, text } from '../text.ts';
import type { RuleName } from '../text.ts';

/** A local folder, the PBX server itself (ARI), a web server, or S3-compatible storage. */
export const SOURCE_KINDS = ['local', 'ari', 'http', 's3'] as const;

const params = z.object({ id: z.coerce.number().int().min(1) });

const settings = {
  kind: z.enum(SOURCE_KINDS),
  /** The recording folder of the PBX server, removed from names that begin with it. Manual recordings are stored there. */
  pbxFolder: pattern('absolute-folder', 120),
  /** local: a folder below the console's own, or empty. Otherwise `https://…`. */
  address: pattern('one-line', 400),
  username: text(0, 200),
  bucket: pattern('bucket', 63),
  region: pattern('one-line', 63),
  /** Prefix of each name in the bucket, such as `calls/`. */
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
    /** Write-only. Absent or empty: keeps the stored secret while the address is unchanged. */
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

/** Result of a test. `found`, `missing`: the newest recording named by the PBX server. `reached`: no recording to look for yet. */
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
  /** The tested recording, as named by the PBX server. */
  file: z.string().nullable(),
});
export type SourceVerdict = z.infer<typeof SourceVerdict>;

export const getRecordingSource = route({
  method: 'GET',
  path: '/endpoints/:id/recordings',
  summary: 'Get the source of the recordings of a PBX',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: RecordingSourceSettings,
  errors: ['not-found'],
});

export const updateRecordingSource = route({
  method: 'PUT',
  path: '/endpoints/:id/recordings',
  summary: 'Change the source of the recordings of a PBX',
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
  summary: 'Test the source of the recordings of a PBX: look for the newest one',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params,
  response: SourceVerdict,
  errors: ['not-found'],
});
