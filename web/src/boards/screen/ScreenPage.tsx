import type { BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { useQuery } from '@tanstack/react-query';
import { LoaderCircle, MonitorOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../data/api/problem.ts';
import { retryNow, startLiveFrom } from '../../data/live/live.ts';
import { TicketRefused } from '../../data/live/reconnect.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useBoardLanguage } from './use-board-language.ts';
import { dayQuery, openLink } from '../wallboard/wallboard-queries.ts';
import { WallScreen } from './WallScreen.tsx';
import classes from './WallScreen.module.css';

const TOKEN_KEY = 'ringside.wallboard-link';

const storedToken = (): string | null => {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
};

/**
 * Returns the token of the link that opened this screen. It comes after the `#`, which browsers do not send to servers. It is removed from
 * the address and stored in this browser, so that the screen recovers after a power failure.
 */
const takeScreenToken = (): string | null => {
  const given = location.hash.slice(1);
  if (given === '') return storedToken();
  try {
    localStorage.setItem(TOKEN_KEY, given);
  } catch {
    // Without storage, the link must be opened again after a restart.
  }
  history.replaceState(history.state, '', location.pathname);
  return given;
};

/** Retry interval in ms. A rejected link may become valid again, for example when a rule changes. */
const AGAIN_MS = 60_000;

const isRefusal = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

type Opened = BoardView | 'waiting' | 'refused';

const same = (a: Opened, b: BoardView): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Opens the link again on each connection, so that the screen shows the current board. */
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

/** Wallboard opened by its link, without a signed-in user. */
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
