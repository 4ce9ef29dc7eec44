import { Avatar, Button, FileButton, Group } from '@mantine/core';
import { removeAvatar, setAvatar } from '@ringside/core/contract/access/session.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { initials } from '../../data/api/person.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { type SessionUser, userQuery, useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { CropDialog } from './CropDialog.tsx';
import type { Square } from './crop-square.ts';
import classes from './OwnPicture.module.css';
import { useTell } from '../../ui/use-tell.ts';

/** Size of the uploaded image in pixels: twice the largest display size. */
const SIDE = 256;

/** Opens any image that the browser supports, rotated by its EXIF orientation. Returns null if it is not supported. */
const openPicture = async (file: File): Promise<ImageBitmap | null> => createImageBitmap(file).catch(() => null);

/** The selected square as base64 JPEG. Redrawing removes EXIF data such as location and camera. */
const squareJpeg = (picture: ImageBitmap, { x, y, side }: Square): string => {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser does not support canvas');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
  return canvas.toDataURL('image/jpeg', 0.9).replace(/^data:[^,]*,/, '');
};

export function OwnPicture() {
  const { t } = useTranslation('profile');
  const tell = useTell();
  const user = useUser();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const keep = (changed: SessionUser): void => void client.setQueryData(userQuery.queryKey, changed);
  const close = (): void => {
    setPicture(null);
    send.reset();
  };
  const send = useMutation({
    mutationFn: ({ from, part }: { from: ImageBitmap; part: Square }) =>
      call(setAvatar, { body: { image: squareJpeg(from, part) } }),
    onSuccess: (changed) => {
      keep(changed);
      close();
      tell.done(t('picture.saved'));
    },
  });
  const remove = useMutation({
    mutationFn: () => call(removeAvatar),
    onSuccess: keep,
    onError: (error) => tell.failed(errorText(error)),
  });
  const open = async (file: File | null): Promise<void> => {
    if (!file) return;
    const opened = await openPicture(file);
    if (opened) setPicture(opened);
    else tell.failed(t('picture.unreadable'));
  };
  const worded = send.error instanceof ProblemError ? send.error.errors[0]?.message : undefined;
  return (
    <div className={classes['row']}>
      <Avatar src={user.avatar} alt="" size={72} color="ring" radius="50%">
        {initials(user)}
      </Avatar>
      <Group gap="xs">
        {/* A new key resets the button, so that the user can choose the same file again. */}
        <FileButton key={picture ? 'open' : 'closed'} accept="image/*" onChange={(file) => void open(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {user.avatar ? t('picture.change') : t('picture.add')}
            </Button>
          )}
        </FileButton>
        {user.avatar ? (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('picture.remove')}
          </Button>
        ) : null}
      </Group>
      <CropDialog
        picture={picture}
        busy={send.isPending}
        problem={send.error ? (worded ?? errorText(send.error)) : null}
        onClose={close}
        onChoose={(part) => {
          if (picture) send.mutate({ from: picture, part });
        }}
      />
    </div>
  );
}
