import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Player {
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly playing: boolean;
  /** Seconds. */
  readonly at: number;
  readonly length: number;
  readonly speed: string;
  readonly failed: boolean;
  readonly toggle: () => void;
  readonly seek: (seconds: number) => void;
  readonly setSpeed: (speed: string) => void;
  /** Event handlers for the `<audio>` element. */
  readonly events: {
    readonly onPlay: () => void;
    readonly onPause: () => void;
    readonly onTimeUpdate: () => void;
    readonly onLoadedMetadata: () => void;
    readonly onError: () => void;
  };
}

/** Plays `address` as soon as it is set. `seconds`: length according to the server, if the browser cannot read it. */
export const usePlayer = (address: string, seconds: number | null): Player => {
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [told, setTold] = useState(0);
  const [speed, setSpeed] = useState('1');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = audio.current;
    if (!element) return undefined;
    element.src = address;
    // If the browser requires a click first, the play button remains available.
    element.play().catch(() => undefined);
    return () => {
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [address]);
  const length = told > 0 ? told : (seconds ?? 0);
  return {
    ...{ audio, playing, at, length, speed, failed },
    toggle: () => {
      if (playing) audio.current?.pause();
      else audio.current?.play().catch(() => setFailed(true));
    },
    seek: (to) => {
      const place = Math.min(Math.max(0, to), length);
      if (audio.current) audio.current.currentTime = place;
      setAt(place);
    },
    setSpeed: (next) => {
      setSpeed(next);
      if (audio.current) audio.current.playbackRate = Number(next);
    },
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
      onLoadedMetadata: () => {
        const found = audio.current?.duration ?? 0;
        setTold(Number.isFinite(found) ? found : 0);
      },
      onError: () => setFailed(audio.current?.hasAttribute('src') ?? false),
    },
  };
};
