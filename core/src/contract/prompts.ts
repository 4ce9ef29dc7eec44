// Sounds that a customer brings: what menus, queues and voicemail boxes say, and music for who waits. The console keeps them as telephones
// play them, and a PBX fetches them from it. A field that names a sound holds `uploaded/<id>` (`base/sound-name.ts`).
import { z } from 'zod';
import { Id, Instant, resource } from './resource.ts';
import { text } from './text.ts';

/** Of the file as it is chosen. */
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
  /** How long it lasts. */
  seconds: z.number(),
  /** Of the sound as it is kept: WAV of 8,000 Hz, 16 bits, one channel. */
  bytes: z.number().int(),
  /** Where it is heard, below the API: `/sounds/….wav`. Another sound has another address. */
  path: z.string(),
  /** Names of the menus, queues and lines (voicemail) that play it, by name. */
  usedBy: z.array(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Prompt = z.infer<typeof Prompt>;

const editable = {
  name: text(1, 64),
  /**
   * A WAV or MP3 file in base64, ten megabytes and ten minutes at most. Anything but WAV of 8,000 Hz, 16 bits, one channel
   * is made into that by the machine's ffmpeg, and refused (`needs-converter`) where it has none.
   */
  audio: Base64,
};

export const CreatePrompt = z.object({ customerId: Id.optional(), ...editable });
export const UpdatePrompt = z.object(editable).partial();

export const prompts = resource({
  name: 'prompt',
  path: '/prompts',
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
