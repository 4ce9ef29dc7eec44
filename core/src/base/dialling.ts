/** How people of a country dial: what stands before a number abroad, and before one at home. */
export interface Dialling {
  /** `44` */
  readonly callingCode: string;
  /** Before a national number; empty: nothing. */
  readonly national: string;
  /** Before a number abroad. */
  readonly international: readonly string[];
}
