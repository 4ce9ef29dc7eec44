/** Returns `before` with the fields of `changes`. Fields that are `undefined` keep their value. */
export const withChanges = <Row extends object>(
  before: Row,
  changes: { readonly [Field in keyof Row]?: Row[Field] | undefined },
): Row => ({ ...before, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) });
