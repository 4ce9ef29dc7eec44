// What the console's user in manager.conf must be allowed, and what its lines say.
import type { LinkProblem } from '../live/link.ts';

/** Classes of events: without one, part of the live view stands still. */
export const READ_CLASSES = ['system', 'call', 'agent', 'dialplan'] as const;
/** Classes of actions: without one, some of the dashboard's buttons are refused. */
export const WRITE_CLASSES = ['agent', 'call', 'originate', 'reporting'] as const;

/** The lines of the README. */
export const READ_LINE = 'read = system,call,agent,reporting,dialplan';
export const WRITE_LINE = 'write = agent,call,originate,reporting';

/** An action that shows in ListCommands only to those who have the class (manager.c lists what the user may do). */
export const WRITE_WITNESS: Readonly<Record<(typeof WRITE_CLASSES)[number], string>> = {
  agent: 'QueuePause',
  call: 'Redirect',
  originate: 'Originate',
  reporting: 'CoreShowChannels',
};

const classesOf = (line: string): readonly string[] => line.toLowerCase().split(/[\s,]+/);

/** Of the value of `read`; none for '' (not known). */
export const missingReadClasses = (read: string): readonly string[] => {
  const classes = classesOf(read);
  return read === '' || classes.includes('all') ? [] : READ_CLASSES.filter((c) => !classes.includes(c));
};

export const missingWriteClasses = (mayDo: (action: string) => boolean): readonly string[] =>
  WRITE_CLASSES.filter((c) => !mayDo(WRITE_WITNESS[c]));

export const readClassMissing = (username: string, name: string): LinkProblem => ({
  code: 'read-class-missing',
  params: { class: name, username },
  line: READ_LINE,
});

export const writeClassMissing = (username: string, name: string): LinkProblem => ({
  code: 'write-class-missing',
  params: { class: name, username },
  line: WRITE_LINE,
});

/** `header` and `value` of the one variable that a filter should let in. */
export const eventFiltered = (username: string, event: string, variable: string | null = null): LinkProblem => ({
  code: 'event-filtered',
  params: { event: variable === null ? event : `${event} ${variable}`, username },
  line:
    variable === null
      ? `eventfilter(name(${event})) =`
      : `eventfilter(name(${event}),header(Variable),method(exact)) = ${variable}`,
});
