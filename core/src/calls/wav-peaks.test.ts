import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPeakReader } from './wav-peaks.ts';

interface Wav {
  readonly code?: number;
  readonly channels?: number;
  readonly sampleBytes?: number;
  readonly dataSize?: number;
  readonly before?: readonly (readonly [string, number])[];
}

const wav = (
  samples: Uint8Array,
  { code = 1, channels = 1, sampleBytes = 2, dataSize, before = [] }: Wav = {},
): Uint8Array => {
  const extra = before.reduce((sum, [, size]) => sum + 8 + size + (size % 2), 0);
  const bytes = Buffer.alloc(44 + extra + samples.length);
  bytes.write('RIFF', 0);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(code, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(8_000, 24);
  bytes.writeUInt16LE(channels * sampleBytes, 32);
  bytes.writeUInt16LE(8 * sampleBytes, 34);
  let at = 36;
  for (const [name, size] of before) {
    bytes.write(name, at);
    bytes.writeUInt32LE(size, at + 4);
    at += 8 + size + (size % 2);
  }
  bytes.write('data', at);
  bytes.writeUInt32LE(dataSize ?? samples.length, at + 4);
  bytes.set(samples, at + 8);
  return bytes;
};

const pcm = (values: readonly number[]): Uint8Array => new Uint8Array(Int16Array.from(values).buffer);

const read = (bytes: Uint8Array, bars: number, cuts: readonly number[] = []) => {
  const reader = createPeakReader(bytes.length, bars);
  let from = 0;
  for (const cut of [...cuts.map((c) => Math.min(c, bytes.length)), bytes.length].toSorted((a, b) => a - b)) {
    reader.push(bytes.subarray(from, cut));
    from = cut;
  }
  return reader.done();
};

describe('waveform of a WAV', () => {
  it.each([
    ['16 bits, both signs', wav(pcm([0, 12_800, -25_600, 32_767])), [0, 100, 200, 255]],
    ['the loudest number of all', wav(pcm([-32_768])), [255, 0, 0, 0]],
    ['the louder of two channels', wav(pcm([0, 1_280, -2_560, 0]), { channels: 2 }), [10, 0, 20, 0]],
    ['8 bits, silent at 128', wav(Uint8Array.of(128, 0, 255, 192), { sampleBytes: 1 }), [0, 255, 254, 128]],
    ['µ-law', wav(Uint8Array.of(0xff, 0x00, 0x80, 0x7f), { sampleBytes: 1, code: 7 }), [0, 250, 250, 0]],
    ['A-law', wav(Uint8Array.of(0xd5, 0x2a, 0xaa, 0x55), { sampleBytes: 1, code: 6 }), [0, 252, 252, 0]],
    [
      'behind other parts of the file',
      wav(pcm([1_280, 0, 0, 0]), {
        before: [
          ['LIST', 7],
          ['fact', 4],
        ],
      }),
      [10, 0, 0, 0],
    ],
    ['of a recorder that was cut off', wav(pcm([0, 1_280, 0, 0]), { dataSize: 0 }), [0, 10, 0, 0]],
    ['that ends before its header says', wav(pcm([0, 1_280, 0, 0]), { dataSize: 4_000_000_000 }), [0, 10, 0, 0]],
  ])('%s', (_, bytes, peaks) => {
    expect(read(bytes, 4)?.peaks).toEqual(peaks);
  });

  it('returns the duration', () => {
    expect(read(wav(pcm(Array.from({ length: 12_000 }, () => 0))), 8)?.seconds).toBe(1.5);
  });

  it.each([
    ['no WAV', new TextEncoder().encode('RIFF1234AVI hello hello hello')],
    ['GSM', wav(new Uint8Array(65), { code: 49, sampleBytes: 65 })],
    ['24 bits', wav(new Uint8Array(9), { sampleBytes: 3 })],
    ['a header alone, cut off', wav(new Uint8Array(0)).subarray(0, 30)],
    ['nothing', new Uint8Array(0)],
  ])('is null for unsupported content: %s', (_, bytes) => {
    expect(read(bytes, 4)).toBeNull();
  });

  it('is the same for any chunks, and takes the maximum of each part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 300 }),
        fc.array(fc.nat(660), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (samples, cuts, bars) => {
          const expected = Array.from({ length: bars }, () => 0);
          for (const [i, sample] of samples.entries()) {
            const bar = Math.floor((i * bars) / samples.length);
            expected[bar] = Math.max(expected[bar] ?? 0, Math.min(255, Math.floor(Math.abs(sample) / 128)));
          }
          expect(read(wav(pcm(samples)), bars, cuts)?.peaks).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});
