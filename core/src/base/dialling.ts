/** Dialing rules of a country: international and national prefixes. */
export interface Dialling {
  /** Country code, such as `44`. */
  readonly callingCode: string;
  /** National prefix. Empty: none. */
  readonly national: string;
  /** International prefixes. */
  readonly international: readonly string[];
}
