import { textIn } from './value-of.ts';
import {
  NumberInput,
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, countryChoices, currencyChoices, languageChoices, timezoneChoices } from './choices.ts';
import type { FieldDeclaration } from '../list/crud-resource.ts';
import { PhoneInput } from './PhoneInput.tsx';
import { RefSelect } from './RefSelect.tsx';

export interface InputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly disabled?: boolean;
}

interface Props extends InputProps {
  readonly name: string;
  readonly field: FieldDeclaration;
  /** Returns the label of a `select` option. */
  readonly option: (value: string) => string;
  /** Left-to-right in every language, for codes and addresses. */
  readonly latin?: boolean;
  /** Whether an existing record is edited. An empty secret then keeps the stored one. */
  readonly editing: boolean;
}

/** Renders the input for a declared field. Addresses, codes and numbers stay left-to-right in every language. */
export function FieldInput({ name, field, option, latin = false, editing, value, onChange, error, ...rest }: Props) {
  const { t } = useTranslation('common');
  const text = {
    ...rest,
    name,
    error,
    value: String(value ?? ''),
    onChange: (e: { currentTarget: { value: string } }) => onChange(e.currentTarget.value),
  };
  const ltr = { attributes: { input: { dir: 'ltr' } } };
  const select = { ...rest, name, error, value: textIn(value) ?? null, onChange };
  switch (field.kind) {
    case 'textarea':
      return <Textarea {...text} autosize minRows={3} maxRows={12} {...(latin ? ltr : {})} />;
    case 'secret':
      return <SecretInput {...text} kept={editing} />;
    case 'number':
      return (
        <NumberInput
          {...rest}
          name={name}
          error={error}
          value={value as number | string}
          onChange={onChange}
          allowDecimal={false}
          allowNegative={false}
        />
      );
    case 'boolean':
      return (
        <Switch
          label={rest.label}
          description={rest.description}
          disabled={rest.disabled}
          name={name}
          error={error}
          checked={value === true}
          onChange={(e) => onChange(e.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <Select
          {...select}
          data={field.options.map((o) => ({ value: String(o), label: option(String(o)) }))}
          allowDeselect={false}
          placeholder={t('form.choose')}
        />
      );
    case 'timezone':
    case 'country':
    case 'currency':
    case 'language':
      return <PlaceSelect {...select} kind={field.kind} />;
    case 'ref':
      return (
        <RefSelect
          {...rest}
          error={error}
          resource={field.resource}
          many={field.many ?? false}
          value={value as string | null | readonly string[]}
          onChange={onChange}
        />
      );
    case 'destination':
      // The page renders its own input, because it knows the possible destinations.
      return null;
    case 'email':
      return <TextInput {...text} type="email" inputMode="email" autoComplete="off" {...ltr} />;
    case 'phone':
      return <PhoneInput {...text} />;
    case 'text':
    case 'instant':
      return <TextInput {...text} autoComplete="off" {...(latin ? ltr : {})} />;
  }
}

/** `kept`: a secret is stored, and an empty input keeps it. */
function SecretInput({ kept, ...input }: PasswordInputProps & { readonly kept: boolean }) {
  const { t } = useTranslation('common');
  return (
    <PasswordInput
      {...input}
      autoComplete="new-password"
      placeholder={kept ? t('form.secretKept') : ''}
      visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
    />
  );
}

type PlaceKind = 'timezone' | 'country' | 'currency' | 'language';

/** Selects a country, a currency, a language or a time zone. `clearable`: the value may be empty. */
export function PlaceSelect({
  kind,
  clearable = false,
  ...input
}: Omit<InputProps, 'value' | 'onChange'> & {
  readonly kind: PlaceKind;
  readonly name: string;
  readonly value: string | null;
  readonly onChange: (value: unknown) => void;
  readonly clearable?: boolean;
  readonly comboboxProps?: SelectProps['comboboxProps'];
}) {
  const { t, i18n } = useTranslation('common');
  const known = useMemo(() => placeChoices(kind, i18n.language), [kind, i18n.language]);
  // Keeps the stored value if it is unknown, such as an older time zone name or a language without translations.
  const data =
    input.value && !known.some((c) => c.value === input.value)
      ? [...known, { value: input.value, label: input.value }]
      : [...known];
  return (
    <Select
      {...input}
      data={data}
      searchable
      limit={500}
      clearable={clearable}
      allowDeselect={false}
      placeholder={clearable ? '' : t('form.choose')}
      nothingFoundMessage={t('form.nothingFound')}
    />
  );
}

const placeChoices = (kind: PlaceKind, language: string): readonly Choice[] => {
  switch (kind) {
    case 'timezone':
      return timezoneChoices();
    case 'country':
      return countryChoices(language);
    case 'currency':
      return currencyChoices(language);
    case 'language':
      return languageChoices();
  }
};
