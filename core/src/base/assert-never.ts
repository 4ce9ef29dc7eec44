/** Marks the unreachable branch of an exhaustive `switch`. Throws when it is reached. */
export const assertNever = (value: never): never => {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
};
