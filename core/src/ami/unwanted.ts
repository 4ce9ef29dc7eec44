// Two events of three on an unfiltered link set a variable or take a step in the dialplan, and nearly none of them means
// anything here. They are told by a few characters, before a name is cut out and looked up.

const EVENT_AT = 'Event: '.length;
const VARIABLE = '\r\nVariable: ';
const APPLICATION = '\r\nApplication: ';

const WANTED_VARIABLES = ['RTPAUDIOQOS\r', 'QUEUESTATUS\r'];
const WANTED_APPLICATIONS = ['Queue\r'];

/** True where the last header of that name is one of the wanted, or is missing. */
const mayBe = (block: string, header: string, wanted: readonly string[]): boolean => {
  const at = block.lastIndexOf(header);
  return at === -1 || wanted.some((value) => block.startsWith(value, at + header.length));
};

/** True for what surely makes no fact; what it leaves is for the decoder to judge. */
export const isUnwanted = (block: string): boolean => {
  // Three characters are compared in place, without a call.
  if (block.startsWith('Var', EVENT_AT)) return !mayBe(block, VARIABLE, WANTED_VARIABLES);
  if (block.startsWith('Newe', EVENT_AT)) return !mayBe(block, APPLICATION, WANTED_APPLICATIONS);
  return false;
};
