/** Returns the keys of an object literal, which has exactly the keys of its type. */
export const keysOf = <T extends object>(literal: T): (keyof T & string)[] =>
  Object.keys(literal) as (keyof T & string)[];
