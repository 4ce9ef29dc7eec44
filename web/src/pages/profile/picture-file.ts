import type { Square } from './crop-square.ts';

/** What is sent: sharp at twice the size of the largest place that shows it. */
const SIDE = 256;

/** Any picture that the browser can draw, turned as its camera was held. null: it can not. */
export const openPicture = async (file: File): Promise<ImageBitmap | null> => createImageBitmap(file).catch(() => null);

/** The part as a JPEG in base64. Drawn anew, it carries nothing of where and with what it was taken. */
export const squareJpeg = (picture: ImageBitmap, { x, y, side }: Square): string => {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  // JPEG knows no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE);
  return canvas.toDataURL('image/jpeg', 0.9).replace(/^data:[^,]*,/, '');
};
