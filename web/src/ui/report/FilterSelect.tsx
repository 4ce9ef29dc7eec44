import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props extends Pick<SelectProps, 'data' | 'searchable'> {
  readonly label: string;
  /** Shown while nothing is chosen; the label when left out. */
  readonly placeholder?: string;
  readonly value: string | undefined;
  /** Pixels, but on a phone the whole line. */
  readonly width: number;
  /** One is always chosen. */
  readonly required?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** One filter of a report. */
export function FilterSelect({ label, placeholder = label, value, width, required = false, onChange, ...rest }: Props) {
  const { t } = useTranslation('common');
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      w={{ base: '100%', xs: width }}
      clearable={!required}
      allowDeselect={!required}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      {...rest}
    />
  );
}
