import { ActionIcon, Button, Select, Slider } from '@mantine/core';
import { getRecordingAudio } from '@ringside/core/contract/recordings.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { fetchFile } from '../../api/fetch-file.ts';
import { useCan } from '../../api/use-can.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Num } from '../../ui/Num.tsx';
import { useTell } from '../../ui/use-tell.ts';
import classes from './RecordingPlayer.module.css';

const SPEEDS = ['0.75', '1', '1.25', '1.5', '2'] as const;

const pathOf = (id: string): string => getRecordingAudio.path.replace(':id', id);

/** Plays the recording of a call. Nothing is fetched, and no hearing is noted, before somebody asks to hear it. */
export function RecordingPlayer({ id }: { readonly id: string }) {
  const { t } = useTranslation('cdr');
  const errorText = useErrorText();
  const [wanted, setWanted] = useState(false);
  const sound = useQuery({
    queryKey: ['recording', id],
    // An `<audio>` cannot send the session: the sound is fetched and handed over.
    queryFn: async ({ signal }) => (await fetchFile(pathOf(id), {}, signal)).content,
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <section className={classes['player']} aria-label={t('recording.title')}>
      {sound.data === undefined ? (
        <Button
          variant="light"
          size="xs"
          leftSection={<Play size={16} aria-hidden="true" />}
          loading={sound.isFetching}
          onClick={() => (wanted ? void sound.refetch() : setWanted(true))}
        >
          {t('recording.play')}
        </Button>
      ) : (
        <Controls sound={sound.data} />
      )}
      <Save id={id} />
      {sound.isError ? (
        <p role="alert" className={classes['failed']}>
          {errorText(sound.error)}
        </p>
      ) : null}
    </section>
  );
}

function Controls({ sound }: { readonly sound: Blob }) {
  const { t } = useTranslation('cdr');
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [speed, setSpeed] = useState('1');
  useEffect(() => {
    const address = URL.createObjectURL(sound);
    const element = audio.current;
    if (element) {
      element.src = address;
      // A browser that wants another click first says so; the button is there.
      element.play().catch(() => undefined);
    }
    return () => URL.revokeObjectURL(address);
  }, [sound]);
  const toggle = (): void => {
    if (playing) audio.current?.pause();
    else void audio.current?.play();
  };
  const seek = (seconds: number): void => {
    if (audio.current) audio.current.currentTime = seconds;
    setAt(seconds);
  };
  const time = (seconds: number): string => formatDuration(Math.round(seconds));
  return (
    <>
      <audio
        ref={audio}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(e) => setAt(e.currentTarget.currentTime)}
        onLoadedMetadata={(e) => setLength(Number.isFinite(e.currentTarget.duration) ? e.currentTarget.duration : 0)}
      >
        <track kind="captions" />
      </audio>
      <ActionIcon size={36} radius="xl" aria-label={t(playing ? 'recording.pause' : 'recording.play')} onClick={toggle}>
        {playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </ActionIcon>
      <div className={classes['place']} dir="ltr">
        <Num className={classes['time'] ?? ''}>{time(at)}</Num>
        <Slider
          className={classes['slider'] ?? ''}
          size="sm"
          thumbLabel={t('recording.place')}
          label={time}
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, Math.max(length, 0.1))}
          onChange={seek}
          thumbProps={{ 'aria-valuetext': `${time(at)} / ${time(length)}` }}
        />
        <Num className={classes['time'] ?? ''}>{time(length)}</Num>
      </div>
      <Select
        size="xs"
        w={84}
        aria-label={t('recording.speed')}
        data={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        value={speed}
        allowDeselect={false}
        onChange={(value) => {
          setSpeed(value ?? '1');
          if (audio.current) audio.current.playbackRate = Number(value ?? 1);
        }}
      />
    </>
  );
}

function Save({ id }: { readonly id: string }) {
  const { t } = useTranslation('cdr');
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  if (!can('export', 'recording')) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(pathOf(id), { download: 'true' });
    } catch (error) {
      tell.failed(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionIcon
      size={32}
      variant="default"
      loading={busy}
      aria-label={t('recording.download')}
      title={t('recording.download')}
      onClick={() => void save()}
    >
      <Download size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
