import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGE_NAMES } from '../../locales/language.ts';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import type { FieldDeclaration } from './crud-resource.ts';

interface Props {
  readonly field: FieldDeclaration;
  readonly value: unknown;
  readonly option: (value: string) => string;
}

/** Formats one value by its declared kind. */
export function Cell({ field, value, option }: Props) {
  const { t, i18n } = useTranslation('common');
  const format = useFormat();
  if (value === null || value === undefined || value === '') return <>{t('list.none')}</>;
  switch (field.kind) {
    case 'number':
      return <Num>{format.number(Number(value))}</Num>;
    case 'boolean':
      return <>{value === true ? t('list.yes') : t('list.no')}</>;
    case 'instant':
      return <time dateTime={String(value)}>{format.dateTime(String(value))}</time>;
    case 'select':
      return <>{option(String(value))}</>;
    case 'country':
      return <>{new Intl.DisplayNames([i18n.language], { type: 'region' }).of(String(value))}</>;
    case 'language':
      return <bdi>{isLanguage(value) ? LANGUAGE_NAMES[value] : String(value)}</bdi>;
    case 'timezone':
      return <bdi>{String(value).replaceAll('_', ' ')}</bdi>;
    case 'phone':
      return <Num>{String(value)}</Num>;
    default:
      // A name keeps its own text direction.
      return <bdi>{String(value)}</bdi>;
  }
}
