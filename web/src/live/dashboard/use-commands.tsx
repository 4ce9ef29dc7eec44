import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sendCommand } from '../../data/live/live.ts';
import type { CommandResult } from '../../data/live/pending-commands.ts';
import { markBusy } from '../calls/arrivals.ts';
import { missingClassOf, refusalOf } from './refusal-text.ts';

type Done = Extract<CommandResult, { kind: 'done' }>;

export interface Command {
  readonly serverId: number;
  readonly action: string;
  readonly fields: Readonly<Record<string, string | number | readonly string[]>>;
  /** Message for success, and title above the error message. */
  readonly done: string | ((result: Done) => string);
  readonly failed: string;
  /** Message when the PBX accepted the command but its events do not confirm it yet. */
  readonly accepted?: string;
  /** The member that waits for the answer, and the target queue of a move. */
  readonly member?: string;
  readonly toQueue?: string;
  /** Command that reverts this one. Offered for ten seconds. */
  readonly undo?: Omit<Command, 'undo'>;
}

export type RunCommand = (command: Command) => Promise<boolean>;

const UNDO_MS = 10_000;
const serial = { next: 0 };
const nextId = (): string => `command-${++serial.next}`;

/** Returns a function that sends a command, marks the affected member, and shows the result or the error of the PBX. */
export const useCommands = (): RunCommand => {
  const { t } = useTranslation(['dashboard', 'common']);
  return useMemo(() => {
    const reason = (result: Exclude<CommandResult, { kind: 'done' }>): string => {
      switch (result.kind) {
        case 'refused': {
          const lacking = missingClassOf(result.message);
          if (lacking) return t('refusals.needsClass', { class: lacking });
          const known = refusalOf(result.message);
          if (known) return t(`refusals.${known}`);
          return result.message ? t('refusals.said', { message: result.message }) : t('refusals.silent');
        }
        case 'unanswered':
          return t('refusals.unanswered');
        case 'lost':
          return t('refusals.lost');
        case 'offline':
          return t('refusals.offline');
      }
    };
    const run: RunCommand = async (command) => {
      const { serverId, action, fields, done, failed, member, toQueue, undo } = command;
      const unmark = member === undefined ? null : markBusy(member, toQueue ?? null);
      const result = await sendCommand(serverId, action, fields);
      unmark?.();
      if (result.kind !== 'done') {
        notifications.show({
          color: 'red',
          icon: <CircleAlert size={18} aria-hidden="true" />,
          title: failed,
          message: reason(result),
          autoClose: false,
          role: 'alert',
          closeButtonProps: { 'aria-label': t('common:actions.close') },
        });
        return false;
      }
      const said = !result.confirmed
        ? (command.accepted ?? t('commands.accepted'))
        : typeof done === 'string'
          ? done
          : done(result);
      const id = nextId();
      const takeBack = (): void => {
        notifications.hide(id);
        if (undo) void run(undo);
      };
      notifications.show({
        id,
        color: 'green',
        icon: <CircleCheck size={18} aria-hidden="true" />,
        message: undo ? (
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <span>{said}</span>
            <Button size="compact-sm" variant="light" flex="none" onClick={takeBack}>
              {t('commands.undo')}
            </Button>
          </Group>
        ) : (
          said
        ),
        autoClose: undo ? UNDO_MS : 4000,
        closeButtonProps: { 'aria-label': t('common:actions.close') },
      });
      return true;
    };
    return run;
  }, [t]);
};
