// Sound files of customers: announcements of menus, queues and voicemail boxes, and music on hold. The console stores them in the
// format that phones play, and PBX servers fetch them. A field with a sound holds `uploaded/<id>` (`base/sound-name.ts`).
import { z } from 'zod';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { text } from '../text.ts';

/** Maximum size of the uploaded file. */
export const MOST_PROMPT_BYTES = 10_000_000;
export const MOST_PROMPT_SECONDS = 600;

const Base64 = z
  .string()
  .min(1)
  .max(Math.ceil(MOST_PROMPT_BYTES / 3) * 4)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);

export const Prompt = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  name: z.string(),
  /** Duration. */
  seconds: z.number(),
  /** Size of the stored sound: WAV, 8,000 Hz, 16 bit, mono. */
  bytes: z.number().int(),
  /** Path below the API: `/sounds/….wav`. A new sound gets a new path. */
  path: z.string(),
  /** Names of menus, queues and lines (voicemail) that play it, sorted. */
  usedBy: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Prompt = z.infer<typeof Prompt>;

const editable = {
  name: text(1, 64),
  /**
   * A WAV or MP3 file in base64, at most ten megabytes and ten minutes. The server's ffmpeg converts other formats to WAV with 8,000 Hz, 16
   * bit, mono. Without ffmpeg they are rejected (`needs-converter`).
   */
  audio: Base64,
};

export const CreatePrompt = z.object({ customerId: Id.optional(), ...editable });
export const UpdatePrompt = z.object(editable).partial();

export const prompts = noun({
  key: 'prompt',
  path: '/prompts',
  table: 'prompts',
  words: ['sound', 'sounds'],
  singular: { en: 'sound', es: 'audio', fr: 'son', he: 'קובץ שמע' },
  dimensions: ['customer'],
  roles: { 'customer-admin': ['manage'], support: ['read', 'update'], auditor: ['read'] },
  row: Prompt,
  create: CreatePrompt,
  update: UpdatePrompt,
  sortable: ['name', 'seconds', 'bytes', 'customerName', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'customerName'],
  filters: ['customerId'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'] },
    name: { kind: 'text', in: ['list', 'create', 'edit'] },
    audio: { kind: 'text', in: ['create', 'edit'] },
    seconds: { kind: 'number', in: ['list'] },
    usedBy: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
  },
  titleField: 'name',
  maxBodyBytes: 14_000_000,
});
