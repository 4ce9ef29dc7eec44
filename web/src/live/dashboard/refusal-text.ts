// Maps error messages of Asterisk to translated texts. Sources: manager action responses in app_queue.c and manager.c, unchanged from 16 to
// 22, and the console's own (server/src/live).

const KNOWN = [
  ['alreadyThere', /already there/i],
  ['noSuchQueue', /no such queue/i],
  ['notDynamic', /not dynamic/i],
  ['notThere', /not there|interface not found|unable to find interface|not in queue/i],
  ['noSuchChannel', /no such channel|channel .*not found|not found: channel|the call has ended/i],
  ['notAnswered', /nobody has answered/i],
  ['noNumber', /has no number/i],
  ['noContext', /in which context/i],
  ['dialRules', /dial rules do not allow/i],
  ['needsReason', /^reason: /i],
  ['notANumber', /^(exten|number): /i],
  ['noListening', /does not allow listening/i],
  ['ownCall', /your own call/i],
  ['noLine', /you have no extension/i],
  ['phoneBusy', /your phone is busy/i],
  ['phoneDeclined', /declined on your phone/i],
  ['phoneSilent', /phone was not answered/i],
  ['phoneAway', /phone cannot be reached/i],
  ['nobodyToPark', /nobody in this call to park/i],
  ['parkedAlready', /parked already/i],
  ['notParked', /is not parked/i],
  ['recordedAlready', /being recorded already/i],
  ['noRecording', /no recording of this call/i],
  ['noAttended', /nothing followed/i],
  ['noPermission', /permission denied|not permitted|forbidden/i],
  ['notConnected', /not connected/i],
] as const satisfies readonly (readonly [string, RegExp])[];

type Refusal = (typeof KNOWN)[number][0];

/** Returns the reason for an error message; null if it is unknown and the original text must be shown. */
export const refusalOf = (message: string): Refusal | null => KNOWN.find(([, say]) => say.test(message))?.[0] ?? null;

/** Returns the missing class of manager.conf in an error message for platform staff. */
export const missingClassOf = (message: string): string | null => /needs the class (\w+)/.exec(message)?.[1] ?? null;
