import { changedFields } from './changed-fields.ts';
import type { FieldDeclaration } from '../list/crud-resource.ts';
import type { Values } from './form-values.ts';

export interface Disputed {
  readonly field: string;
  readonly declared: FieldDeclaration;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Conflict {
  /** Changed by both users, to different values. */
  readonly disputed: readonly Disputed[];
  /** Changed only by the other user: taken over. */
  readonly taken: readonly string[];
  /** The current row. */
  readonly newer: unknown;
}

/** Compares two users' changes to the same record. `start`: the version that both had read. All three records are in input format. */
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
