/** Marks the branch of an exhaustive `switch` that no value can reach. Throws when one does. */
export const assertNever = (value: never): never => {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
};
