import { MultiSelect } from '@mantine/core';
import { EMPTY_STATES } from '@ringside/core/queues/queue-options.ts';
import type { Queue } from '@ringside/core/contract/queues/queue.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DestinationInput } from '../../routing/destination/DestinationInput.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { SoundInput } from '../../routing/destination/SoundInput.tsx';
import { PenaltyStepsInput } from './PenaltyStepsInput.tsx';

function StatesInput({ value, onChange, ...input }: InputProps) {
  const { t } = useTranslation('queue');
  return (
    <MultiSelect
      {...input}
      data={EMPTY_STATES.map((state) => ({ value: state, label: t(`emptyStates.${state}`) }))}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
    />
  );
}

export const queueInputs = (row: Queue): Readonly<Record<string, (input: InputProps) => ReactNode>> => {
  const elsewhere = (input: InputProps) => (
    <DestinationInput {...input} customerId={row.customerId} serverId={row.serverId} clearable />
  );
  const states = (input: InputProps) => <StatesInput {...input} />;
  const sound = (input: InputProps) => <SoundInput {...input} customerId={row.customerId} />;
  return {
    timeoutDestination: elsewhere,
    fullDestination: elsewhere,
    exitDestination: elsewhere,
    closedDestination: elsewhere,
    agentAnnouncement: sound,
    periodicAnnouncement: sound,
    recordingAnnouncement: sound,
    musicClass: (input) => <SoundInput {...input} customerId={row.customerId} music />,
    penaltySteps: (input) => <PenaltyStepsInput {...input} />,
    joinEmpty: states,
    leaveEmpty: states,
  };
};

/** Sections that only managed queues have. */
const OF_MANAGED = new Set(['calls', 'waiting', 'agents', 'announcements']);

type Values = Readonly<Record<string, unknown>>;
/** Fields that apply only with certain values of other fields. */
const NEEDS: Readonly<Record<string, (values: Values) => boolean>> = {
  recordingAnnouncement: (v) => v['recording'] !== 'none',
  timeoutDestination: (v) => Number(v['maxWaitSeconds']) > 0,
  exitDestination: (v) => v['exitKey'] !== 'none',
  autopauseDelaySeconds: (v) => v['autopause'] !== 'no',
  autopauseBusy: (v) => v['autopause'] !== 'no',
  autopauseUnavailable: (v) => v['autopause'] !== 'no',
  announcePositionLimit: (v) => v['announcePosition'] === 'limit' || v['announcePosition'] === 'more',
  announceRoundSeconds: (v) => v['announceHoldTime'] !== 'no',
  announceMinimumSeconds: (v) => Number(v['announceSeconds']) > 0,
  announceToFirst: (v) => v['announcePosition'] !== 'no' || v['announceHoldTime'] !== 'no',
  periodicSeconds: (v) => v['periodicAnnouncement'] !== '',
};

export const queueShown =
  (sectionOf: (field: string) => string | undefined) =>
  (field: string, values: Values): boolean => {
    if (field !== 'managed' && OF_MANAGED.has(sectionOf(field) ?? '') && values['managed'] !== true) return false;
    return NEEDS[field]?.(values) ?? true;
  };
