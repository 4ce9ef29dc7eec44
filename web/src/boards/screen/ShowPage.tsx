import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordState } from '../../data/form/RecordState.tsx';
import { startLive } from '../../data/live/live.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useBoardLanguage } from './use-board-language.ts';
import { dayQuery, viewQuery } from '../wallboard/wallboard-queries.ts';
import { WallScreen } from './WallScreen.tsx';

/** Wallboard for a signed-in user, within their scope. */
export function ShowPage() {
  const { t } = useTranslation('wallboard');
  const { wallboard: id } = useParams({ from: '/bare/wallboard/$wallboard/show' });
  const query = useQuery(viewQuery(id));
  const day = useQuery(dayQuery(query.data, null));
  useEffect(startLive, []);
  useBoardLanguage(query.data?.language);
  usePageTitle(query.data?.name ?? t('words.title'));
  return (
    <RecordState query={query}>
      {(board) => (
        <WallScreen
          board={board}
          drill
          day={day.data ?? null}
          extra={
            <Link to="/wallboard" aria-label={t('show.close')}>
              <X aria-hidden="true" />
            </Link>
          }
        />
      )}
    </RecordState>
  );
}
