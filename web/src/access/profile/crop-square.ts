/** Visible square part of an image, in image pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Returns the largest square at this zoom (1 or more) around `centre`, moved inside the image if needed. */
export const cropSquare = (
  { width, height }: Size,
  zoom: number,
  centre: { readonly x: number; readonly y: number },
): Square => {
  const side = Math.min(width, height) / Math.max(1, zoom);
  return {
    side,
    x: clamp(centre.x - side / 2, 0, width - side),
    y: clamp(centre.y - side / 2, 0, height - side),
  };
};

export const centreOf = ({ x, y, side }: Square): { readonly x: number; readonly y: number } => ({
  x: x + side / 2,
  y: y + side / 2,
});
