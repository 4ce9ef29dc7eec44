// Defines the permissions that the console's user needs in manager.conf, and their lines.
import type { LinkProblem } from './link.ts';

/** Event classes. Without one, part of the live view is not updated. */
const READ_CLASSES = ['system', 'call', 'agent', 'dialplan'] as const;
/** Action classes. Without one, some actions of the live view are refused. */
const WRITE_CLASSES = ['agent', 'call', 'originate', 'reporting'] as const;

/** The lines shown in docs/operate/prepare-asterisk.md. */
const READ_LINE = 'read = system,call,agent,reporting,dialplan';
const WRITE_LINE = 'write = agent,call,originate,reporting';

/** An action that ListCommands shows only to users with the class, because manager.c lists permitted actions. */
const WRITE_WITNESS: Readonly<Record<(typeof WRITE_CLASSES)[number], string>> = {
  agent: 'QueuePause',
  call: 'Redirect',
  originate: 'Originate',
  reporting: 'CoreShowChannels',
};

const classesOf = (line: string): readonly string[] => line.toLowerCase().split(/[\s,]+/);

/** Returns the classes missing in the value of `read`. None when it is '' (unknown). */
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

/** `variable`: the one variable that the filter should allow. */
export const eventFiltered = (username: string, event: string, variable: string | null = null): LinkProblem => ({
  code: 'event-filtered',
  params: { event: variable === null ? event : `${event} ${variable}`, username },
  line:
    variable === null
      ? `eventfilter(name(${event})) =`
      : `eventfilter(name(${event}),header(Variable),method(exact)) = ${variable}`,
});
