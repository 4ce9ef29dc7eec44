import type { PauseReason } from './callcenters.ts';

/** A pause reason as somebody who reads this language is shown it. */
export const reasonLabel = (
  { label, labels }: Pick<PauseReason, 'label'> & { readonly labels?: PauseReason['labels'] | null | undefined },
  language: string,
): string => labels?.[language as keyof PauseReason['labels']] || label;
