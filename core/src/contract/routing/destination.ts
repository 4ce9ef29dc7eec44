// Destination of a call, such as from a number, a ring group or a menu key.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { pattern } from '../text.ts';

export const DESTINATION_KINDS = ['extension', 'queue', 'ringgroup', 'ivr', 'voicemail', 'external', 'hangup'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/**
 * `id`: ID of the line (`extension`, `voicemail`), queue, group or menu of the same customer. `number`: for `external`, otherwise empty.
 */
export const ShownDestination = z.object({
  kind: z.enum(DESTINATION_KINDS),
  id: Id.nullable(),
  number: z.string(),
});
export type Destination = z.infer<typeof ShownDestination>;

const whole = ({ kind, id, number }: Destination): boolean =>
  kind === 'external' ? number !== '' : kind === 'hangup' || id !== null;

/** Numbers are read in the format of the customer's country and stored in E.164. */
export const Destination = z
  .object({
    kind: z.enum(DESTINATION_KINDS),
    id: Id.nullable().default(null),
    number: pattern('phone', 32).default(''),
  })
  .refine(whole, { params: { rule: 'destination' } });
