import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props extends Pick<SelectProps, 'data' | 'searchable'> {
  readonly label: string;
  /** Shown when nothing is selected. Default: the label. */
  readonly placeholder?: string;
  readonly value: string | undefined;
  /** Width in pixels. On a phone the filter takes the whole line. */
  readonly width: number;
  /** A value is always selected. */
  readonly required?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** Select input for one filter of a report. */
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
