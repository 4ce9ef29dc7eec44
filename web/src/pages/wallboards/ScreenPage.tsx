import type { BoardView } from '@ringside/core/contract/wallboards.ts';
import { useQuery } from '@tanstack/react-query';
import { LoaderCircle, MonitorOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api/problem.ts';
import { retryNow, startLiveFrom } from '../../live/live.ts';
import { TicketRefused } from '../../live/socket.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { takeScreenToken } from './screen-token.ts';
import { useBoardLanguage } from './use-board-language.ts';
import { dayQuery, openLink } from './wallboard-queries.ts';
import { WallScreen } from './WallScreen.tsx';
import classes from './WallScreen.module.css';

/** A link that was refused may be welcome again (an address, a rule): the screen asks now and then. */
const AGAIN_MS = 60_000;

const isRefusal = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

type Opened = BoardView | 'waiting' | 'refused';

const same = (a: Opened, b: BoardView): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Each connection opens the link anew, so that a changed board is shown as it is now. */
const useOpened = (token: string | null): Opened => {
  const [opened, setOpened] = useState<Opened>(token === null ? 'refused' : 'waiting');
  useEffect(() => {
    if (token === null) return;
    const open = async (): Promise<string> => {
      try {
        const { board, ticket } = await openLink(token);
        setOpened((before) => (same(before, board) ? before : board));
        return ticket;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        setOpened('refused');
        throw new TicketRefused();
      }
    };
    startLiveFrom({
      ticket: open,
      checkSession: async () => {
        try {
          await open();
          return 'ok';
        } catch (error) {
          if (error instanceof TicketRefused) return 'signed-out';
          throw error;
        }
      },
    });
  }, [token]);
  const refused = opened === 'refused' && token !== null;
  useEffect(() => {
    if (!refused) return undefined;
    const timer = setInterval(retryNow, AGAIN_MS);
    return () => clearInterval(timer);
  }, [refused]);
  return opened;
};

/** A board on the wall, opened by its link: nobody is signed in here. */
export function ScreenPage() {
  const { t } = useTranslation('wallboard');
  const [token] = useState(takeScreenToken);
  const opened = useOpened(token);
  const board = typeof opened === 'string' ? undefined : opened;
  const day = useQuery(dayQuery(board, token));
  useBoardLanguage(board?.language);
  usePageTitle(board?.name ?? t('words.title'));
  if (opened === 'waiting')
    return (
      <main className={classes['dark']} role="status">
        <LoaderCircle aria-hidden="true" />
        <h1>{t('show.connecting')}</h1>
      </main>
    );
  if (board === undefined)
    return (
      <main className={classes['dark']}>
        <MonitorOff aria-hidden="true" />
        <h1>{t('show.refused')}</h1>
        <p>{t('show.refusedHint')}</p>
      </main>
    );
  return <WallScreen board={board} day={day.data ?? null} />;
}
