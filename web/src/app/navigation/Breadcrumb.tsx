import { Link, useMatches } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { usePageTitleNow } from '../../ui/page/page-title.ts';
import { breadcrumbOf } from './navigation.ts';
import classes from './Breadcrumb.module.css';
import { NAVIGATION, visibleNavigation } from './navigation.ts';
import { useMenuTitle } from './use-menu-title.ts';

/** Breadcrumb of a page below the top level of the menu. */
export function Breadcrumb() {
  const { t } = useTranslation('shell');
  const titleOf = useMenuTitle();
  const { abilities } = useUser();
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const title = usePageTitleNow((s) => s.title);
  const crumbs = breadcrumbOf(visibleNavigation(NAVIGATION, abilities), pathname.replace(/(.)\/$/, '$1'));
  const [first] = crumbs;
  // A group may have the title of its first page. The title then appears only once.
  if (!first || (crumbs.length === 1 && titleOf(first) === title)) return null;
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={classes['list']}>
        {crumbs.map((crumb) => (
          <Fragment key={crumb.key}>
            <li>
              {crumb.to ? (
                <Link to={crumb.to} className={classes['link']}>
                  {titleOf(crumb)}
                </Link>
              ) : (
                titleOf(crumb)
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
