// Where a call may be sent: a number that the caller may dial, in a dialplan context of the call's own customer.
import { contextName } from '@ringside/core/pbx/phone-sections.ts';
import { Refusal } from '../http/errors.ts';
import { refuse, type CommandRoom } from './command-room.ts';

const CONTEXT = /^[A-Za-z0-9_.-]{1,79}$/;

/** @throws Refusal pbx-refused when the dial rules do not let the caller reach the number */
export const checkNumber = async (room: CommandRoom, customerId: string | null, number: string): Promise<void> => {
  const { caller, phones, serverId } = room;
  if (customerId !== null && (await phones.isExtension(customerId, serverId, number))) return;
  if (!(await phones.mayDial(caller, customerId, number))) throw refuse(`The dial rules do not allow ${number}`);
};

/** Whether the PBX has the number in the context; null where it cannot tell. */
const exists = async (room: CommandRoom, context: string, number: string): Promise<boolean | null> => {
  try {
    const { fields } = await room.send('Getvar', { Variable: `DIALPLAN_EXISTS(${context},${number},1)` });
    const value = fields['Value'] ?? '';
    return value === '' ? null : value !== '0';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'pbx-refused') return null;
    throw error;
  }
};

export interface DialTarget {
  readonly context: string;
  readonly exten: string;
}

/**
 * The first context that has one of the numbers. `known`: contexts that the call's own phones dial in; after them come
 * those that bear the customer's code, if the PBX has them.
 * @throws Refusal not-found for a context that is not among them; pbx-refused when none has the number, or none is known
 */
export const dialTarget = async (
  room: CommandRoom,
  customerId: string | null,
  known: readonly string[],
  numbers: readonly string[],
  wanted: string | undefined,
): Promise<DialTarget> => {
  const customer = customerId === null ? null : await room.phones.customer(customerId);
  const own = [...new Set(known)].filter((context) => CONTEXT.test(context));
  const marked = customer === null ? [] : [contextName(customer.code), `${customer.code}-internal`, customer.code];
  const all = [...new Set([...own, ...marked])];
  if (wanted !== undefined && !all.includes(wanted))
    throw new Refusal('not-found', { errors: [{ path: 'Context', code: 'unknown' }] });
  const number = numbers[0] ?? '';
  let unsure: DialTarget | null = null;
  let tried = false;
  for (const context of wanted === undefined ? all : [wanted]) {
    for (const exten of numbers) {
      const there = await exists(room, context, exten);
      if (there === true) return { context, exten };
      // A context that is only guessed must be proved; one that a phone dials in need not be.
      if (there === null && own.includes(context)) unsure ??= { context, exten };
      if (there === false) tried = true;
    }
  }
  if (unsure !== null) return unsure;
  throw refuse(
    tried || own.length > 0
      ? `The PBX has no number ${number} for this call`
      : 'It is not known in which context of the dialplan this call may be sent on',
  );
};
