// Selects the transfer target: a number that the caller may dial, in a dialplan context of the call's customer.
import { contextName } from '@ringside/core/pbx/phone-sections.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { refuse, type CommandContext } from './command-context.ts';

const CONTEXT = /^[A-Za-z0-9_.-]{1,79}$/;

/** @throws Refusal `pbx-refused` when the dial rules do not allow the caller to dial the number */
export const checkNumber = async (
  ctx: Pick<CommandContext, 'caller' | 'phones' | 'serverId'>,
  customerId: string | null,
  number: string,
): Promise<void> => {
  const { caller, phones, serverId } = ctx;
  if (customerId !== null && (await phones.isExtension(customerId, serverId, number))) return;
  if (!(await phones.mayDial(caller, customerId, number))) throw refuse(`The dial rules do not allow ${number}`);
};

/** Returns whether the PBX has the number in the context, or `null` if the PBX cannot answer. */
const exists = async (ctx: Pick<CommandContext, 'send'>, context: string, number: string): Promise<boolean | null> => {
  try {
    const { fields } = await ctx.send('Getvar', { Variable: `DIALPLAN_EXISTS(${context},${number},1)` });
    const value = fields['Value'] ?? '';
    return value === '' ? null : value !== '0';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'pbx-refused') return null;
    throw error;
  }
};

/** Returns the dialplan context of the endpoint, or `''` if the PBX does not report it. */
const contextOfPhone = async (ctx: Pick<CommandContext, 'send'>, endpoint: string): Promise<string> => {
  try {
    return (await ctx.send('Getvar', { Variable: `PJSIP_ENDPOINT(${endpoint},context)` })).fields['Value'] ?? '';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'pbx-refused') return '';
    throw error;
  }
};

const PHONE = /^PJSIP\/([A-Za-z0-9_.-]{1,80})$/;
/** Limits the queries: agents of one customer usually share one context. */
const MOST_PHONES = 8;

/** Returns the contexts of the customer's agents, as the PBX reports them. Skips phones of other customers. */
const contextsOfAgents = async (ctx: CommandContext, customerId: string): Promise<readonly string[]> => {
  const own = ctx.targets.devices(customerId).filter((device) => {
    const owner = ctx.owners.ofDevice(ctx.serverId, device).customerId;
    return owner === null || owner === customerId;
  });
  const endpoints = own.flatMap((device) => PHONE.exec(device)?.[1] ?? []).slice(0, MOST_PHONES);
  return Promise.all(endpoints.map((endpoint) => contextOfPhone(ctx, endpoint)));
};

export interface DialTarget {
  readonly context: string;
  readonly exten: string;
}

interface Search {
  /** `null`: no context is known to have one of the numbers. */
  readonly found: DialTarget | null;
  /** Whether the PBX could answer for at least one context. */
  readonly answered: boolean;
  /** Contexts that the PBX gave no answer for. */
  readonly silent: readonly string[];
}

const search = async (
  ctx: Pick<CommandContext, 'send'>,
  contexts: readonly string[],
  numbers: readonly string[],
): Promise<Search> => {
  const silent: string[] = [];
  let answered = false;
  for (const context of contexts) {
    for (const exten of numbers) {
      const there = await exists(ctx, context, exten);
      if (there === true) return { found: { context, exten }, answered: true, silent };
      if (there === null) silent.push(context);
      else answered = true;
    }
  }
  return { found: null, answered, silent };
};

/**
 * Returns the first context that has one of the numbers. Searches the `known` contexts of the call's own phones, then contexts
 * that belong to the customer, then contexts that the PBX reports for the customer's agents.
 * @throws Refusal `not-found` if `wanted` is not one of them; `pbx-refused` if no context has the number or none is known
 */
export const dialTarget = async (
  ctx: CommandContext,
  customerId: string | null,
  known: readonly string[],
  numbers: readonly string[],
  wanted: string | undefined,
): Promise<DialTarget> => {
  const { owners, phones, serverId } = ctx;
  /** Excludes contexts of other customers: a phone may be configured with one. */
  const usable = (contexts: readonly string[]): readonly string[] =>
    [...new Set(contexts)].filter((context) => {
      if (!CONTEXT.test(context)) return false;
      const owner = owners.ofContext(serverId, context).customerId;
      return customerId === null || owner === null || owner === customerId;
    });
  const customer = customerId === null ? null : await phones.customer(customerId);
  const entered = customerId === null ? [] : await phones.contexts(customerId, serverId);
  const own = usable(known);
  const near = usable([...own, ...(customer === null ? [] : [contextName(customer.code)]), ...entered]);
  const among = (contexts: readonly string[]): readonly string[] =>
    wanted === undefined ? contexts : contexts.filter((context) => context === wanted);

  const first = await search(ctx, among(near), numbers);
  if (first.found !== null) return first.found;
  const asked = customerId === null ? [] : usable(await contextsOfAgents(ctx, customerId));
  const far = asked.filter((context) => !near.includes(context));
  if (wanted !== undefined && among([...near, ...far]).length === 0)
    throw new Refusal('not-found', { errors: [{ path: 'Context', code: 'unknown' }] });
  const second = await search(ctx, among(far), numbers);
  if (second.found !== null) return second.found;
  const [number = ''] = numbers;
  // A context of the call's own phone is accepted without an answer of the PBX. Other contexts need one.
  const unsure = first.silent.find((context) => own.includes(context));
  if (unsure !== undefined) return { context: unsure, exten: number };
  throw refuse(
    first.answered || second.answered || own.length > 0
      ? `The PBX has no number ${number} for this call`
      : 'It is not known in which context of the dialplan this call may be sent on',
  );
};
