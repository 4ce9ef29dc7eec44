import type { NotificationMessage } from '@ringside/core/contract/boards/notification.ts';
import type { Topic } from '../../platform/bus/bus.ts';

/** Delivers a message to all sockets of one user, on every node. */
export const PERSONAL_TOPIC: Topic<PersonalMessage> = 'personal';

export interface PersonalMessage {
  readonly userId: string;
  readonly message: NotificationMessage;
}
