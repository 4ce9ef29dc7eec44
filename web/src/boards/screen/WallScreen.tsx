import type { BoardDay, BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { Maximize, Pause, Play, StepBack, StepForward, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSocketState } from '../../data/live/hooks.ts';
import { isLive, isRenewal } from '../../data/live/socket-state.ts';
import { ScreenState } from './ScreenState.tsx';
import { useAlarmSound } from './use-alarm-sound.ts';
import { useWallData } from '../tiles/use-wall-data.ts';
import { WallContext } from '../tiles/wall-context.ts';
import { WallGrid } from '../tiles/WallGrid.tsx';
import classes from './WallScreen.module.css';
import { useState } from 'react';

interface Rotation {
  /** Page index from 0. Stays 0 with a single page. */
  readonly index: number;
  readonly paused: boolean;
  readonly pause: (paused: boolean) => void;
  readonly turn: (by: number) => void;
}

/** Returns the shown page. If that page no longer exists, returns the first. */
const useRotation = (count: number, seconds: number): Rotation => {
  const [at, setAt] = useState(0);
  const [paused, pause] = useState(false);
  const index = at < count ? at : 0;
  const turn = (by: number): void => setAt((now) => ((now < count ? now : 0) + by + count) % count || 0);
  useEffect(() => {
    if (paused || count < 2) return undefined;
    const timer = setTimeout(() => setAt((index + 1) % count), seconds * 1000);
    return () => clearTimeout(timer);
  }, [index, paused, count, seconds]);
  return { index, paused, pause, turn };
};

/** Prevents the screen from sleeping, if the browser supports it. */
const useAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const take = async (): Promise<void> => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) void lock?.release();
    };
    const again = (): void => void take();
    void take();
    document.addEventListener('visibilitychange', again);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
};

interface Props {
  readonly board: BoardView;
  readonly day: BoardDay | null;
  /** Content next to the buttons, such as a back link. */
  readonly extra?: ReactNode;
  /** Whether figures link to their drill-down, which needs a signed-in user. */
  readonly drill?: boolean;
}

/** Full-screen wallboard: pages that rotate, with their state at the top. The buttons appear on pointer or keyboard use. */
export function WallScreen({ board, day, extra, drill = false }: Props) {
  const { t } = useTranslation('wallboard');
  const data = useWallData(board, day, drill);
  const state = useSocketState();
  const live = isLive(state) || isRenewal(state);
  const rotation = useRotation(board.pages.length, board.rotateSeconds);
  const root = useRef<HTMLDivElement>(null);
  const sound = useAlarmSound(board, data.readings.red, live && data.stale.size === 0);
  useAwake();
  useKeys(rotation);
  const page = board.pages[rotation.index];
  return (
    <WallContext value={data}>
      <div ref={root} className={classes['screen']} data-ground={board.scheme} data-cut={live ? undefined : true}>
        <header className={classes['head']}>
          <h1 className={classes['name']}>
            <bdi>{board.name}</bdi>
            {page && page.name !== '' ? <bdi className={classes['page']}>{page.name}</bdi> : null}
          </h1>
          <ScreenState data={data} />
          <Dots count={board.pages.length} index={rotation.index} />
          <div className={classes['tools']}>
            {sound.blocked ? (
              <button type="button" onClick={sound.unblock} data-always>
                <Volume2 aria-hidden="true" /> {t('show.soundOn')}
              </button>
            ) : null}
            {board.pages.length > 1 ? <Turning rotation={rotation} /> : null}
            <button type="button" aria-label={t('show.fullScreen')} onClick={() => toggleFullScreen(root.current)}>
              <Maximize aria-hidden="true" />
            </button>
            {extra}
          </div>
        </header>
        <main className={classes['main']}>
          {page === undefined || page.tiles.length === 0 ? (
            <p className={classes['empty']}>{t('show.emptyPage')}</p>
          ) : (
            <WallGrid key={rotation.index} page={page} index={rotation.index} />
          )}
        </main>
      </div>
    </WallContext>
  );
}

const toggleFullScreen = (element: HTMLElement | null): void => {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen().catch(() => undefined);
};

function Turning({ rotation }: { readonly rotation: Rotation }) {
  const { t } = useTranslation('wallboard');
  const { paused, pause, turn } = rotation;
  return (
    <>
      <button type="button" aria-label={t('show.previous')} onClick={() => turn(-1)}>
        <StepBack className={classes['turn']} aria-hidden="true" />
      </button>
      <button type="button" aria-label={paused ? t('show.resume') : t('show.pause')} onClick={() => pause(!paused)}>
        {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </button>
      <button type="button" aria-label={t('show.next')} onClick={() => turn(1)}>
        <StepForward className={classes['turn']} aria-hidden="true" />
      </button>
    </>
  );
}

function Dots({ count, index }: { readonly count: number; readonly index: number }) {
  const { t } = useTranslation('wallboard');
  if (count < 2) return null;
  return (
    <div className={classes['dots']} role="img" aria-label={t('show.pageOf', { n: index + 1, count })}>
      {Array.from({ length: count }, (_, i) => (
        <span key={i} data-now={i === index || undefined} />
      ))}
    </div>
  );
}

/** Arrow keys change the page in reading direction, and the space bar pauses the rotation. */
const useKeys = ({ paused, pause, turn }: Rotation): void => {
  useEffect(() => {
    const hear = (e: KeyboardEvent): void => {
      if (e.target instanceof HTMLButtonElement || e.ctrlKey || e.metaKey || e.altKey) return;
      const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') turn(e.key === forward ? 1 : -1);
      else if (e.key === ' ') pause(!paused);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
};
