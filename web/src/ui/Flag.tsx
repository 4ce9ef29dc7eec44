import { useTranslation } from 'react-i18next';
import classes from './Flag.module.css';

/** The country of a number by its two letters, with its name for the pointer and for screen readers. */
export function Flag({ country }: { readonly country: string | null }) {
  const { i18n } = useTranslation();
  if (!country) return null;
  const name = countryName(country, i18n.language);
  return (
    <span className={classes['flag']} title={name} role="img" aria-label={name}>
      {country}
    </span>
  );
}

/** `IL` in Spanish is Israel; an unknown code stays itself. */
export const countryName = (country: string, language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  } catch {
    return country;
  }
};
