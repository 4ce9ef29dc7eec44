import { ActionIcon } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The sound that is playing. Starting another one stops it. */
let playing: HTMLAudioElement | null = null;

export function PlaySound({ name, address }: { readonly name: string; readonly address: string }) {
  const { t } = useTranslation('prompt');
  const audio = useRef<HTMLAudioElement | null>(null);
  const [on, setOn] = useState(false);
  useEffect(() => () => audio.current?.pause(), [address]);
  const toggle = (): void => {
    if (on) return audio.current?.pause();
    if (audio.current === null || !audio.current.src.endsWith(address)) {
      audio.current = new Audio(address);
      for (const end of ['pause', 'ended', 'error']) audio.current.addEventListener(end, () => setOn(false));
    }
    if (playing !== audio.current) playing?.pause();
    playing = audio.current;
    setOn(true);
    audio.current.play().catch(() => setOn(false));
  };
  const Icon = on ? Pause : Play;
  const label = t(on ? 'play.pause' : 'play.play', { name });
  return (
    <ActionIcon size="sm" aria-label={label} title={label} aria-pressed={on} onClick={toggle}>
      <Icon size={14} aria-hidden="true" />
    </ActionIcon>
  );
}
