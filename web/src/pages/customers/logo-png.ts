/** Twice the size of the largest place that shows it. */
const MOST = { width: 480, height: 160 } as const;

/** The picture as a PNG in base64, no larger than it is shown, its transparency kept. null: the browser cannot draw it. */
export const logoPng = async (file: File): Promise<string | null> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(32, Math.round(picture.width * scale));
  canvas.height = Math.max(32, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.imageSmoothingQuality = 'high';
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  return canvas.toDataURL('image/png').replace(/^data:[^,]*,/, '');
};
