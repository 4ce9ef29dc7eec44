import { useTranslation } from 'react-i18next';
import classes from './Flag.module.css';

// Image URL of each flag by two-letter country code. The browser loads only those that it shows.
const pictures = import.meta.glob<string>('../../../node_modules/flag-icons/flags/4x3/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});
const urls = new Map(Object.entries(pictures).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1, -4), url]));

/** Flag of a number's country, with the country name as tooltip and for screen readers. */
export function Flag({ country }: { readonly country: string | null }) {
  const { i18n } = useTranslation();
  if (!country) return null;
  const name = countryName(country, i18n.language);
  const url = urls.get(country.toLowerCase());
  if (url === undefined)
    return (
      <span className={classes['letters']} title={name} role="img" aria-label={name}>
        {country}
      </span>
    );
  return <img className={classes['flag']} src={url} alt={name} title={name} width={20} height={15} loading="lazy" />;
}

/** Returns the country name in the language, or the code if it is unknown. */
const countryName = (country: string, language: string): string => {
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  } catch {
    return country;
  }
};
