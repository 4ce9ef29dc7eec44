// Names the manager.conf class that the console's login lacks when the PBX denies an action.

/** Class of each action that the login in the README can lack (manager.c, app_queue.c, app_mixmonitor.c). */
const CLASSES: Readonly<Record<string, string>> = {
  Originate: 'originate',
  MixMonitor: 'system',
  StopMixMonitor: 'call',
  PlayDTMF: 'call',
  Redirect: 'call',
  BlindTransfer: 'call',
  Atxfer: 'call',
  Park: 'call',
  Hangup: 'call',
  QueueAdd: 'agent',
  QueueRemove: 'agent',
  QueuePause: 'agent',
  QueuePenalty: 'agent',
};

const STANDARD = ['agent', 'call', 'originate', 'reporting'];

/** Returns a message with the missing class and the line for manager.conf, or `null` if the refusal has another reason. */
export const missingClass = (action: string, refusal: string): string | null => {
  const name = CLASSES[action];
  if (name === undefined || !/^permission denied$|access forbidden/i.test(refusal.trim())) return null;
  const classes = STANDARD.includes(name) ? STANDARD : [...STANDARD, name];
  return `The console's login on the PBX needs the class ${name}, in manager.conf: write = ${classes.join(',')}`;
};
