import { ColorInput, Group, Select, Stack, Text } from '@mantine/core';
import { BRAND_COLORS } from '@ringside/core/contract/customers/customer.ts';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { brandColor, NAMED_COLORS } from '../../ui/brand-color.ts';
import { Logo } from '../../ui/Logo.tsx';

const OWN = 'own';

/** Selects a named or custom color, with a preview of the logo. */
export function BrandColorInput({ value, onChange, error, description, ...input }: InputProps) {
  const { t } = useTranslation('customer');
  const color = String(value ?? 'standard');
  const isOwn = color.startsWith('#');
  const chosen = brandColor(/^#[0-9a-f]{6}$/.test(color) || !isOwn ? color : 'standard');
  return (
    <Stack gap="xs">
      <Select
        {...input}
        description={description}
        name="brandColor"
        allowDeselect={false}
        data={[
          ...BRAND_COLORS.map((name) => ({ value: name, label: t(`options.brandColor.${name}`) })),
          { value: OWN, label: t('brand.own') },
        ]}
        value={isOwn ? OWN : color}
        onChange={(next) => onChange(next === OWN ? (NAMED_COLORS[color] ?? '#4c46b6') : next)}
        {...(isOwn ? {} : { error })}
      />
      <Group gap="sm" align="flex-end" wrap="nowrap">
        {isOwn ? (
          <ColorInput
            dir="ltr"
            label={t('brand.pick')}
            format="hex"
            swatches={Object.values(NAMED_COLORS)}
            value={color}
            onChange={(next) => onChange(next.toLowerCase())}
            error={error}
            disabled={input.disabled ?? false}
          />
        ) : null}
        <Stack gap={4}>
          <Text size="xs" c="dimmed">
            {t('brand.seen')}
          </Text>
          <Logo size={34} color={chosen} />
        </Stack>
      </Group>
    </Stack>
  );
}
