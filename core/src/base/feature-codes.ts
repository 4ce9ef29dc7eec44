// What people dial on their own phone to tell the PBX something. Stars lead them: no extension begins with one.

/** `pause` alone, or with the number of a reason behind it: `*521` is the first reason of the call center. */
export const FEATURE_CODES = { login: '*50', logout: '*51', pause: '*52', resume: '*53', voicemail: '*97' } as const;
export type FeatureCode = keyof typeof FEATURE_CODES;
