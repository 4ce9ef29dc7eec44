import { ActionIcon, Button, Select, Slider, Tooltip } from '@mantine/core';
import type { CallRecording } from '@ringside/core/contract/calls/cdr.ts';
import { listenToRecording } from '@ringside/core/contract/calls/recordings.ts';
import type { ResponseOf } from '@ringside/core/contract/route.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useMutation } from '@tanstack/react-query';
import { Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, urlOf } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Num } from '../../ui/Num.tsx';
import { SaveRecording } from './SaveRecording.tsx';
import classes from './RecordingPlayer.module.css';
import { type Player, usePlayer } from './use-player.ts';
import { WaveForm } from './WaveForm.tsx';

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'] as const;
const SKIP = 10;

/** Go to the previous and next recording; absent at the ends. */
export interface Neighbours {
  readonly previous?: (() => void) | undefined;
  readonly next?: (() => void) | undefined;
}

interface Props {
  readonly recording: CallRecording;
  readonly neighbours: Neighbours;
  /** Starts playback at once, for users who play several recordings in a row. */
  readonly atOnce: boolean;
}

/** Plays a recording. Loads the audio and logs the access only when the user starts playback. */
export function RecordingPlayer({ recording, neighbours, atOnce }: Props) {
  const { t } = useTranslation('recording');
  const errorText = useErrorText();
  const sound = useMutation({
    mutationFn: () => call(listenToRecording, { params: { id: recording.id } }),
  });
  const asked = useRef(false);
  const { mutate } = sound;
  useEffect(() => {
    if (!atOnce || asked.current) return;
    asked.current = true;
    mutate();
  }, [atOnce, mutate]);
  return (
    <div className={classes['player']} role="group" aria-label={t('title')}>
      {sound.data === undefined ? (
        <Button
          variant="light"
          size="xs"
          leftSection={<Play size={16} aria-hidden="true" />}
          loading={sound.isPending}
          onClick={() => mutate()}
        >
          {t('play')}
        </Button>
      ) : (
        <Controls sound={sound.data} neighbours={neighbours} />
      )}
      <SaveRecording id={recording.id} mp3={sound.data?.mediaType === 'audio/wav' ? sound.data.mp3 : null} />
      {sound.isError ? (
        <p role="alert" className={classes['failed']}>
          {errorText(sound.error)}
        </p>
      ) : null}
    </div>
  );
}

const onKey =
  (player: Player, { previous, next }: Neighbours) =>
  (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const does: Readonly<Record<string, (() => void) | undefined>> = {
      k: player.toggle,
      j: () => player.seek(player.at - SKIP),
      l: () => player.seek(player.at + SKIP),
      p: previous,
      n: next,
    };
    const act = does[e.key.toLowerCase()];
    if (act === undefined) return;
    e.preventDefault();
    act();
  };

function Controls({
  sound,
  neighbours,
}: {
  readonly sound: ResponseOf<typeof listenToRecording>;
  readonly neighbours: Neighbours;
}) {
  const { t } = useTranslation('recording');
  const player = usePlayer(urlOf(sound.path), sound.seconds);
  const { playing, at, length } = player;
  const time = (seconds: number): string => formatDuration(Math.round(seconds));
  return (
    // The keyboard shortcuts work anywhere in the player. Each also has a button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes['controls']} onKeyDown={onKey(player, neighbours)}>
      <audio ref={player.audio} preload="metadata" {...player.events}>
        <track kind="captions" />
      </audio>
      <div className={classes['buttons']} dir="ltr">
        <Act label={t('previous')} letter="P" icon={SkipBack} act={neighbours.previous} />
        <Act label={t('back')} letter="J" icon={RotateCcw} act={() => player.seek(at - SKIP)} />
        <Tooltip label={`${t(playing ? 'pause' : 'play')} (K)`}>
          <ActionIcon
            variant="filled"
            size={36}
            radius="xl"
            aria-label={t(playing ? 'pause' : 'play')}
            onClick={player.toggle}
          >
            {playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          </ActionIcon>
        </Tooltip>
        <Act label={t('forward')} letter="L" icon={RotateCw} act={() => player.seek(at + SKIP)} />
        <Act label={t('next')} letter="N" icon={SkipForward} act={neighbours.next} />
      </div>
      <div className={classes['place']} dir="ltr">
        <Num className={classes['time'] ?? ''}>{time(at)}</Num>
        {sound.peaks === null ? (
          <Slider
            className={classes['slider'] ?? ''}
            size="sm"
            thumbLabel={t('place')}
            label={time}
            min={0}
            max={Math.max(length, 0.1)}
            step={0.1}
            value={Math.min(at, Math.max(length, 0.1))}
            onChange={player.seek}
            thumbProps={{ 'aria-valuetext': `${time(at)} / ${time(length)}` }}
          />
        ) : (
          <WaveForm peaks={sound.peaks} at={at} length={length} onSeek={player.seek} />
        )}
        <Num className={classes['time'] ?? ''}>{time(length)}</Num>
      </div>
      <Select
        size="xs"
        w={84}
        aria-label={t('speed')}
        data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        value={player.speed}
        allowDeselect={false}
        onChange={(value) => player.setSpeed(value ?? '1')}
      />
      {player.failed ? (
        <p role="alert" className={classes['failed']}>
          {t('cannotPlay')}
        </p>
      ) : null}
    </div>
  );
}

function Act({
  label,
  letter,
  icon: Icon,
  act,
}: {
  readonly label: string;
  readonly letter: string;
  readonly icon: typeof Play;
  readonly act: (() => void) | undefined;
}) {
  return (
    <Tooltip label={`${label} (${letter})`}>
      <ActionIcon variant="subtle" color="gray" size={32} radius="xl" aria-label={label} disabled={!act} onClick={act}>
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
