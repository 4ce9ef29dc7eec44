import { changedFields } from './changed-fields.ts';
import type { FieldDeclaration } from './crud-resource.ts';
import type { Values } from './form-values.ts';

export interface Disputed {
  readonly field: string;
  readonly declared: FieldDeclaration;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Conflict {
  /** Changed here and there, to different values. */
  readonly disputed: readonly Disputed[];
  /** Changed there alone: taken over. */
  readonly taken: readonly string[];
  /** The row as it is now. */
  readonly newer: unknown;
}

/** What two people did to the same record. `start`: as both had read it; all three as inputs hold them. */
export const conflictOf = (
  fields: readonly (readonly [string, FieldDeclaration])[],
  start: Values,
  mine: Values,
  theirs: Values,
): Omit<Conflict, 'newer'> => {
  const here = changedFields(start, mine);
  const there = changedFields(start, theirs);
  const apart = changedFields(theirs, mine);
  return {
    disputed: fields.flatMap(([field, declared]) =>
      field in here && field in there && field in apart
        ? [{ field, declared, mine: mine[field], theirs: theirs[field] }]
        : [],
    ),
    taken: fields.flatMap(([field]) => (field in there && !(field in here) ? [field] : [])),
  };
};
