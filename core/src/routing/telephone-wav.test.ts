import { expect, it } from 'vitest';
import { readSound, secondsOf, telephoneWav } from './telephone-wav.ts';

const PCM = Uint8Array.from({ length: 1600 }, (_, i) => i % 251);
const WAV = telephoneWav(PCM);

const changed = (at: number, ...bytes: readonly number[]): Uint8Array => {
  const copy = WAV.slice();
  copy.set(bytes, at);
  return copy;
};
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

it('reads the sound that it wrote', () => {
  expect(readSound(WAV)).toEqual({ kind: 'telephone', pcm: PCM });
  expect(secondsOf(PCM)).toBe(0.1);
});

it.each([
  ['stereo', changed(22, 2), 'wav'],
  ['16,000 Hz', changed(24, 0x80, 0x3e), 'wav'],
  ['8 bits', changed(34, 8), 'wav'],
  ['A-law', changed(20, 6), 'wav'],
  ['an MP3 with a tag', text('ID3\u0003\u0000\u0000'), 'mp3'],
  ['an MP3 without', Uint8Array.of(0xff, 0xfb, 0x90, 0x44, 0), 'mp3'],
  ['a page', text('<html>RIFF....WAVE'), undefined],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a), undefined],
  ['a WAV without sound', WAV.subarray(0, 44), undefined],
  ['a WAV that ends in its header', WAV.subarray(0, 30), undefined],
  ['nothing', new Uint8Array(), undefined],
])('detects %s by its content', (_, bytes, kind) => {
  expect(readSound(bytes)?.kind).toBe(kind);
});

it('skips other chunks and accepts a length that is too long', () => {
  const listed = new Uint8Array(WAV.length + 12);
  listed.set(WAV.subarray(0, 36));
  listed.set(text('LIST'), 36);
  listed.set([3, 0, 0, 0, 1, 2, 3, 0], 40);
  listed.set(text('data'), 48);
  listed.set([0xff, 0xff, 0xff, 0x7f], 52);
  listed.set(PCM, 56);
  expect(readSound(listed)).toEqual({ kind: 'telephone', pcm: PCM });
});
