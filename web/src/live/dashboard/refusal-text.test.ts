import { expect, it } from 'vitest';
import { missingClassOf, refusalOf } from './refusal-text.ts';

it.each([
  ['Unable to add interface: Already there', 'alreadyThere'],
  ['Unable to add interface to queue: No such queue', 'noSuchQueue'],
  ['Unable to remove interface from queue: No such queue', 'noSuchQueue'],
  ['Unable to remove interface: Not there', 'notThere'],
  ['Member not dynamic', 'notDynamic'],
  ['Interface not found', 'notThere'],
  ['No such channel', 'noSuchChannel'],
  ['Permission denied', 'noPermission'],
  ['Nobody has answered this call yet', 'notAnswered'],
  ['The PBX has no number 199 for this call', 'noNumber'],
  ['It is not known in which context of the dialplan this call may be sent on', 'noContext'],
  ['The dial rules do not allow +34912345678', 'dialRules'],
  ['This customer does not allow listening to its calls', 'noListening'],
  ['You have no extension on this PBX server. Ask your administrator for one.', 'noLine'],
  ['Your phone was not answered', 'phoneSilent'],
  ['Your phone cannot be reached: it is not registered', 'phoneAway'],
  ['The call is not parked', 'notParked'],
  ['No recording of this call was begun here', 'noRecording'],
  ['The call has ended', 'noSuchChannel'],
  ['Out of memory', null],
  ['', null],
])('%s', (message, reason) => {
  expect(refusalOf(message)).toBe(reason);
});

it('returns the manager class that the AMI login lacks', () => {
  const told = "The console's login on the PBX needs the class system, in manager.conf: write = agent,system";
  expect([missingClassOf(told), missingClassOf('Permission denied')]).toEqual(['system', null]);
});
