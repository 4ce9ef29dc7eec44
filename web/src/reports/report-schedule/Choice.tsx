import { Select } from '@mantine/core';

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly value: Value;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** Select input that always has a value. */
export function Choice<Value extends string>({ label, options, nameOf, value, error, onChange }: Props<Value>) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={options.map((one) => ({ value: one, label: nameOf(one) }))}
      value={value}
      error={error}
      onChange={(chosen) => {
        const next = options.find((one) => one === chosen);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}
