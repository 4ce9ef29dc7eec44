import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Returns a hint for a number whose range is not in the console's numbering plan. Such numbers are allowed. Checks only numbers with a
 * country code: for national numbers, only the server knows the country.
 */
const useNumberHint = (value: string): string | undefined => {
  const { t } = useTranslation('common');
  const [unknown, setUnknown] = useState<string | null>(null);
  const isWhole = /^\s*(\+|00)[0-9 ()./-]{7,}$/.test(value);
  useEffect(() => {
    if (!isWhole) return undefined;
    let left = false;
    // Loaded on demand: the numbering plan is large, and most forms have no phone number.
    void import('@ringside/core/base/phone.ts')
      .then(({ callableNumber }) => {
        if (!left) setUnknown(callableNumber(value, null)?.isKnown === false ? value : null);
      })
      .catch(() => undefined);
    return () => {
      left = true;
    };
  }, [value, isWhole]);
  return isWhole && unknown === value ? t('form.unknownNumber') : undefined;
};

/** Phone number input, left-to-right in every language. */
export function PhoneInput({ description, value, ...input }: TextInputProps & { readonly value: string }) {
  const hint = useNumberHint(value);
  return (
    <TextInput
      {...input}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      value={value}
      description={hint ?? description}
      attributes={{ input: { dir: 'ltr' } }}
    />
  );
}
