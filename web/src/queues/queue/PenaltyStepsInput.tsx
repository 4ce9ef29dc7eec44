import { Group, NumberInput } from '@mantine/core';
import { MOST_PENALTY_STEPS } from '@ringside/core/queues/queue-options.ts';
import type { PenaltyStep } from '@ringside/core/queues/queue-options.ts';
import { useTranslation } from 'react-i18next';
import { EntriesFieldset, RemoveEntry } from '../../data/form/EntriesFieldset.tsx';
import type { InputProps } from '../../data/form/FieldInput.tsx';

/** Returns the default for the next step: half a minute later and one penalty more. The first step rings the lowest penalty. */
const following = (last: PenaltyStep | undefined): PenaltyStep =>
  last === undefined
    ? { afterSeconds: 0, minPenalty: 0, maxPenalty: 0 }
    : { afterSeconds: Math.min(last.afterSeconds + 30, 3600), minPenalty: 0, maxPenalty: last.maxPenalty + 1 };

/** Sets the penalties that ring after each waiting time. */
export function PenaltyStepsInput({ value, onChange, label, description, error, disabled }: InputProps) {
  const { t } = useTranslation('queue');
  const steps: readonly PenaltyStep[] = Array.isArray(value) ? value : [];
  const edit = (index: number, change: Partial<PenaltyStep>): void =>
    onChange(steps.map((each, i) => (i === index ? { ...each, ...change } : each)));
  const number = (index: number, field: keyof PenaltyStep, name: string, most: number) => (
    <NumberInput
      label={name}
      w={132}
      min={0}
      max={most}
      allowDecimal={false}
      allowNegative={false}
      value={steps[index]?.[field] ?? 0}
      onChange={(typed) => edit(index, { [field]: Number(typed) })}
    />
  );
  const next = { label: t('penaltyStep.add'), onClick: () => onChange([...steps, following(steps.at(-1))]) };
  return (
    <EntriesFieldset
      {...{ label, description, error, disabled }}
      add={steps.length >= MOST_PENALTY_STEPS ? null : next}
    >
      {steps.map((each, i) => (
        <Group key={i} gap="xs" align="flex-end">
          {number(i, 'afterSeconds', t('penaltyStep.after'), 3600)}
          {number(i, 'minPenalty', t('penaltyStep.from'), 1000)}
          {number(i, 'maxPenalty', t('penaltyStep.to'), 1000)}
          <RemoveEntry
            label={t('penaltyStep.remove', { seconds: each.afterSeconds })}
            onClick={() => onChange(steps.filter((_, j) => j !== i))}
          />
        </Group>
      ))}
    </EntriesFieldset>
  );
}
