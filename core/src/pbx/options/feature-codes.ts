// Feature codes that users dial on their own phone. They start with `*`, which no extension does.

/** `pause` alone or followed by the number of a reason: `*521` is the first reason of the call center. */
/** `emergencyTest` before an emergency number announces the call instead of placing it: `*99112`. */
export const FEATURE_CODES = {
  login: '*50',
  logout: '*51',
  pause: '*52',
  resume: '*53',
  voicemail: '*97',
  emergencyTest: '*99',
} as const;
