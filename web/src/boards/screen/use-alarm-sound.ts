import type { BoardView } from '@ringside/core/contract/boards/wallboard.ts';
import { clockAt, isQuiet } from '@ringside/core/boards/quiet-hours.ts';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../data/base/clock.ts';

interface AlarmSound {
  /** Browsers play no sound before the user has interacted with the page. */
  readonly blocked: boolean;
  readonly unblock: () => void;
}

/** Plays two falling tones, a third of a second each. */
const play = (audio: AudioContext): void => {
  for (const [index, hertz] of [880, 660].entries()) {
    const at = audio.currentTime + index * 0.35;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.4, at + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.33);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.35);
  }
};

/** Plays a sound once when a figure turns red. Silent during quiet hours and while figures are not live. */
export const useAlarmSound = (
  board: Pick<BoardView, 'sound' | 'quietHours' | 'timezone'>,
  red: ReadonlySet<string>,
  live: boolean,
): AlarmSound => {
  const { sound, quietHours, timezone } = board;
  const audio = useRef<AudioContext | null>(null);
  const known = useRef<ReadonlySet<string>>(red);
  const [running, setRunning] = useState(false);
  useEffect(() => {
    if (!sound) return undefined;
    const context = new AudioContext();
    audio.current = context;
    const heard = (): void => setRunning(context.state === 'running');
    context.addEventListener('statechange', heard);
    heard();
    return () => {
      context.removeEventListener('statechange', heard);
      audio.current = null;
      void context.close();
    };
  }, [sound]);
  useEffect(() => {
    const fresh = [...red].some((name) => !known.current.has(name));
    known.current = red;
    if (!fresh || !live || audio.current?.state !== 'running') return;
    if (!isQuiet(quietHours, clockAt(serverNow(), timezone))) play(audio.current);
  }, [red, live, quietHours, timezone]);
  return { blocked: sound && !running, unblock: () => void audio.current?.resume() };
};
