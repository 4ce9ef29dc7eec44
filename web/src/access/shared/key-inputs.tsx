import { Select, TagsInput } from '@mantine/core';
import type { Ability } from '@ringside/core/access/ability.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AbilityMatrix } from './AbilityMatrix.tsx';

interface InputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly disabled?: boolean;
}

const DAY = 86_400_000;
const DAYS = ['7', '30', '90', '180', '365'] as const;

const Expiry = ({ value, onChange, ...input }: InputProps) => {
  const { t } = useTranslation('apikey');
  const left = typeof value === 'string' && value !== '' ? Math.round((Date.parse(value) - Date.now()) / DAY) : 90;
  return (
    <Select
      {...input}
      data={DAYS.map((days) => ({ value: days, label: t('days', { count: Number(days) }) }))}
      value={String(left)}
      allowDeselect={false}
      onChange={(days) => onChange(new Date(Date.now() + Number(days) * DAY).toISOString())}
    />
  );
};

const Networks = ({ value, onChange, ...input }: InputProps) => (
  <TagsInput
    {...input}
    dir="ltr"
    value={Array.isArray(value) ? value : []}
    onChange={onChange}
    splitChars={[',', ' ', ';']}
    acceptValueOnBlur
  />
);

/** Inputs of an API key that need more than text or numbers. */
export const keyInputs = (allowed: readonly Ability[]): Readonly<Record<string, (input: InputProps) => ReactNode>> => ({
  expiresAt: (input) => <Expiry {...input} />,
  cidrs: (input) => <Networks {...input} />,
  scopes: ({ label, value, onChange, error }) => (
    <AbilityMatrix
      label={label}
      value={Array.isArray(value) ? value : []}
      onChange={onChange}
      allowed={allowed}
      error={error}
    />
  ),
});
