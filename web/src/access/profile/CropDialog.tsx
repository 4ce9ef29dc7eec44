import { Alert, Button, Group, Slider } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './CropDialog.module.css';
import { centreOf, cropSquare, type Square } from './crop-square.ts';

interface Props {
  readonly picture: ImageBitmap | null;
  readonly busy: boolean;
  /** Translated error message, or null. */
  readonly problem: string | null;
  readonly onClose: () => void;
  readonly onChoose: (part: Square) => void;
}

/** Selects the square part of an image, by mouse, touch or keyboard. */
export function CropDialog({ picture, onClose, ...rest }: Props) {
  const { t } = useTranslation('profile');
  return (
    <Dialog opened={picture !== null} onClose={onClose} title={t('picture.title')} size="sm">
      {picture ? <Crop picture={picture} onClose={onClose} {...rest} /> : null}
    </Dialog>
  );
}

/** Canvas size in pixels. It is displayed at 280 to be sharp on high-density screens. */
const SIDE = 560;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Crop({ picture, busy, problem, onClose, onChoose }: Props & { readonly picture: ImageBitmap }) {
  const { t } = useTranslation(['profile', 'common']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hint = useId();
  const zoomLabel = useId();
  const [zoom, setZoom] = useState(1);
  const [centre, setCentre] = useState({ x: picture.width / 2, y: picture.height / 2 });
  const { x, y, side } = cropSquare(picture, zoom, centre);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, SIDE, SIDE);
    context.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
  }, [picture, x, y, side]);
  /** Moves the visible part by fractions of its side. */
  const move = (right: number, down: number): void =>
    setCentre((old) => {
      const now = centreOf(cropSquare(picture, zoom, old));
      return centreOf(cropSquare(picture, zoom, { x: now.x + right * side, y: now.y + down * side }));
    });
  const onPointerMove = (e: PointerEvent<HTMLCanvasElement>): void => {
    if (!e.currentTarget.hasPointerCapture(e.pointerId)) return;
    const shown = e.currentTarget.clientWidth;
    move(-e.movementX / shown, -e.movementY / shown);
  };
  const onKeyDown = (e: KeyboardEvent): void => {
    const step = STEPS[e.key];
    if (!step) return;
    e.preventDefault();
    move(step[0] * 0.05, step[1] * 0.05);
  };
  return (
    <>
      {problem ? <Alert mb="md" color="red" icon={<CircleAlert />} title={problem} role="alert" /> : null}
      <canvas
        ref={canvas}
        width={SIDE}
        height={SIDE}
        className={classes['area']}
        role="application"
        aria-label={t('picture.area')}
        aria-describedby={hint}
        tabIndex={0}
        onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <p className={classes['hint']} id={hint}>
        {t('picture.hint')}
      </p>
      <p className={classes['label']} id={zoomLabel}>
        {t('picture.zoom')}
      </p>
      <Slider
        thumbProps={{ 'aria-labelledby': zoomLabel }}
        min={1}
        max={4}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        label={null}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button loading={busy} onClick={() => onChoose({ x, y, side })}>
          {t('picture.save')}
        </Button>
      </Group>
    </>
  );
}
