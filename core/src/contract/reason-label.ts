import type { PauseReason } from './queues/call-center.ts';

/** Returns the label of a pause reason in a language. */
export const reasonLabel = (
  { label, labels }: Pick<PauseReason, 'label'> & { readonly labels?: PauseReason['labels'] | null | undefined },
  language: string,
): string => labels?.[language as keyof PauseReason['labels']] || label;
