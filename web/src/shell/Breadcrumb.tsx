import { Link, useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../api/session.ts';
import { usePageTitleNow } from '../ui/page-title.ts';
import { breadcrumbOf } from './breadcrumb-of.ts';
import classes from './Breadcrumb.module.css';
import { NAVIGATION, visibleNavigation } from './navigation.ts';

/** The way from the menu to a page that is not at its top. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const { abilities } = useUser();
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const title = usePageTitleNow((s) => s.title);
  const crumbs = breadcrumbOf(visibleNavigation(NAVIGATION, abilities), pathname.replace(/(.)\/$/, '$1'));
  const [first] = crumbs;
  // A group may be called as its first page: said once is enough.
  if (!first || (crumbs.length === 1 && t(`nav.${first.key}`) === title)) return null;
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={classes['list']}>
        {crumbs.map(({ key, to }) => (
          <Fragment key={key}>
            <li>
              {to ? (
                <Link to={to} className={classes['link']}>
                  {t(`nav.${key}`)}
                </Link>
              ) : (
                t(`nav.${key}`)
              )}
            </li>
            <li aria-hidden="true" className={classes['mark']}>
              <ChevronRight size={14} />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className={classes['here']}>
          <bdi>{title}</bdi>
        </li>
      </ol>
    </nav>
  );
}
