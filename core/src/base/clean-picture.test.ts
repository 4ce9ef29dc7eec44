import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPicture } from './clean-picture.ts';

const bytes = (...parts: readonly (readonly number[] | string)[]): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));
const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const u16 = (n: number) => [(n >> 8) & 255, n & 255];

const chunk = (type: string, data: readonly number[]) => [...bytes(u32(data.length), type, data, [0, 0, 0, 0])];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = (w: number, h: number) => chunk('IHDR', [...u32(w), ...u32(h), 8, 6, 0, 0, 0]);
const IDAT = chunk('IDAT', [1, 2, 3]);
const IEND = chunk('IEND', []);

const segment = (marker: number, data: readonly number[]) => [0xff, marker, ...u16(data.length + 2), ...data];
const SOF = (w: number, h: number, marker = 0xc0) => segment(marker, [8, ...u16(h), ...u16(w), 1, 1, 0x11, 0]);
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const JFIF = segment(0xe0, [...bytes('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
const EXIF = segment(0xe1, [...bytes('Exif\0\0GPS 32.08,34.78')]);

const text = (of: Uint8Array) => String.fromCharCode(...of);

describe('a PNG', () => {
  it('keeps only the image data', () => {
    const found = cleanPicture(
      bytes(
        PNG,
        IHDR(256, 256),
        chunk('eXIf', [...bytes('GPS')]),
        chunk('tEXt', [...bytes('Author')]),
        IDAT,
        IEND,
        '<script>',
      ),
    );
    expect(found).toMatchObject({ contentType: 'image/png', width: 256, height: 256 });
    expect(found?.bytes).toEqual(bytes(PNG, IHDR(256, 256), IDAT, IEND));
  });
  it.each([
    ['without its end', bytes(PNG, IHDR(9, 9), IDAT)],
    ['without data', bytes(PNG, IHDR(9, 9), IEND)],
    ['without its head', bytes(PNG, IDAT, IEND)],
    ['with two heads', bytes(PNG, IHDR(9, 9), IHDR(8, 8), IDAT, IEND)],
    ['with a chunk longer than the file', bytes(PNG, IHDR(9, 9), u32(4_000_000_000), 'IDAT', IEND)],
    ['that is only a mark', bytes(PNG)],
  ])('%s is rejected', (_, of) => expect(cleanPicture(of)).toBeNull());
});

describe('a JPEG', () => {
  it.each([0xc0, 0xc1, 0xc2])('of frame %i loses location, camera and trailing data', (frame) => {
    const found = cleanPicture(
      bytes(
        [0xff, 0xd8],
        JFIF,
        EXIF,
        segment(0xfe, [...bytes('comment')]),
        SOF(300, 200, frame),
        SCAN,
        SCAN,
        [0xff, 0xd9],
        'PK..',
      ),
    );
    expect(found).toMatchObject({ contentType: 'image/jpeg', width: 300, height: 200 });
    expect(found?.bytes).toEqual(bytes([0xff, 0xd8], JFIF, SOF(300, 200, frame), SCAN, SCAN, [0xff, 0xd9]));
    expect(text(found?.bytes ?? new Uint8Array())).not.toMatch(/GPS|comment|PK/);
  });
  it.each([
    ['without a frame', bytes([0xff, 0xd8], JFIF, SCAN, [0xff, 0xd9])],
    ['without a scan', bytes([0xff, 0xd8], JFIF, SOF(9, 9), [0xff, 0xd9])],
    ['without its end', bytes([0xff, 0xd8], SOF(9, 9), SCAN)],
    ['with a segment shorter than itself', bytes([0xff, 0xd8], [0xff, 0xe0, 0, 1], SOF(9, 9), SCAN, [0xff, 0xd9])],
    ['with two frames', bytes([0xff, 0xd8], SOF(9, 9), SOF(8, 8), SCAN, [0xff, 0xd9])],
  ])('%s is rejected', (_, of) => expect(cleanPicture(of)).toBeNull());
});

it.each([
  ['GIF', 'GIF89a\u0001\0\u0001\0'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['HTML', '<html>'],
  ['nothing', ''],
])('%s is not a picture', (_, of) => expect(cleanPicture(bytes(of))).toBeNull());

it('never throws and never enlarges a file, for any content', () => {
  const start = fc.constantFrom(
    PNG,
    [0xff, 0xd8, 0xff],
    [...PNG, ...IHDR(8, 8)],
    [0xff, 0xd8, ...SOF(8, 8), ...SCAN],
    [],
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
      const whole = bytes(head, [...rest]);
      const found = cleanPicture(whole);
      expect(found === null || found.bytes.length <= whole.length).toBe(true);
    }),
  );
});
