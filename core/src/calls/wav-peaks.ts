// Calculates the waveform of a streamed WAV file: PCM with 8 and 16 bit, A-law and µ-law, any number of channels.

export interface WavPeaks {
  /** Loudness of equal parts, 0 to 255. */
  readonly peaks: readonly number[];
  readonly seconds: number;
}

interface PeakReader {
  push(chunk: Uint8Array): void;
  /** Returns true when no more data is needed: unsupported format, or end of the samples. */
  isOver(): boolean;
  /** Returns `null` for an unsupported format. */
  done(): WavPeaks | null;
}

interface Format {
  readonly code: number;
  readonly channels: number;
  readonly rate: number;
  readonly frameBytes: number;
  readonly sampleBytes: number;
}

const PCM = 1;
const A_LAW = 6;
const MU_LAW = 7;

/** Returns the loudness of each byte, 0 to 32768 (ITU-T G.711). */
const lawTable = (code: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    if (code === MU_LAW) {
      const value = ~byte & 0xff;
      return ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
    }
    const value = byte ^ 0x55;
    const exponent = (value & 0x70) >> 4;
    const mantissa = (value & 0x0f) << 4;
    return exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  });

const loudnessOf = (format: Format): ((bytes: Uint8Array, at: number) => number) | null => {
  if (format.code === PCM && format.sampleBytes === 2) {
    return (bytes, at) => Math.abs((((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) << 16) >> 16);
  }
  if (format.code === PCM && format.sampleBytes === 1) return (bytes, at) => Math.abs((bytes[at] ?? 128) - 128) << 8;
  if ((format.code === A_LAW || format.code === MU_LAW) && format.sampleBytes === 1) {
    const table = lawTable(format.code);
    return (bytes, at) => table[bytes[at] ?? 0] ?? 0;
  }
  return null;
};

const word = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) + u16(bytes, at + 2) * 65_536;

/** No recording has a longer header. */
const MOST_HEADER = 65_536;

interface Header {
  readonly format: Format;
  readonly dataFrom: number;
  readonly dataBytes: number;
}

/** Returns `short` when more data is needed, `null` for an unsupported format. */
const headerOf = (bytes: Uint8Array, fileBytes: number): Header | 'short' | null => {
  if (bytes.length < 12) return 'short';
  if (word(bytes, 0) !== 'RIFF' || word(bytes, 8) !== 'WAVE') return null;
  let format: Format | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, size] = [word(bytes, at), u32(bytes, at + 4)];
    if (name === 'data') {
      if (format === null) return null;
      // An interrupted recorder leaves the initial header, so the actual data counts.
      const rest = Math.max(0, fileBytes - at - 8);
      return { format, dataFrom: at + 8, dataBytes: size === 0 ? rest : Math.min(size, rest) };
    }
    if (name === 'fmt ') {
      if (bytes.length < at + 24) return 'short';
      const channels = u16(bytes, at + 10);
      const frameBytes = u16(bytes, at + 20);
      const sampleBytes = frameBytes / Math.max(1, channels);
      format = { code: u16(bytes, at + 8), channels, rate: u32(bytes, at + 12), frameBytes, sampleBytes };
      if (format.rate === 0 || frameBytes === 0) return null;
    }
    at += 8 + size + (size % 2);
  }
  return bytes.length > MOST_HEADER ? null : 'short';
};

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

/** `fileBytes`: size of the whole file. */
export const createPeakReader = (fileBytes: number, bars: number): PeakReader => {
  const peaks = new Uint8Array(bars);
  let rest: Uint8Array = new Uint8Array(0);
  let header: Header | null = null;
  let loudness: ReturnType<typeof loudnessOf> = null;
  let wrong = false;
  let frame = 0;
  let frames = 0;

  const begin = (): boolean => {
    const found = headerOf(rest, fileBytes);
    if (found === 'short') return false;
    loudness = found === null ? null : loudnessOf(found.format);
    if (found === null || loudness === null) {
      wrong = true;
      return false;
    }
    header = found;
    frames = Math.floor(found.dataBytes / found.format.frameBytes);
    rest = rest.subarray(found.dataFrom);
    return true;
  };
  const measure = ({ frameBytes, channels, sampleBytes }: Format, of: NonNullable<typeof loudness>): void => {
    const whole = Math.min(Math.floor(rest.length / frameBytes), frames - frame);
    for (let i = 0; i < whole; i++) {
      const bar = Math.floor(((frame + i) * bars) / frames);
      for (let channel = 0; channel < channels; channel++) {
        const loud = Math.min(255, of(rest, i * frameBytes + channel * sampleBytes) >> 7);
        if (loud > (peaks[bar] ?? 0)) peaks[bar] = loud;
      }
    }
    frame += whole;
    rest = rest.slice(whole * frameBytes);
  };
  const isOver = (): boolean => wrong || (header !== null && frame >= frames);
  return {
    push: (chunk) => {
      if (isOver()) return;
      rest = joined(rest, chunk);
      if (header === null && !begin()) return;
      if (header !== null && loudness !== null) measure(header.format, loudness);
    },
    isOver,
    done: () => (header === null || wrong ? null : { peaks: [...peaks], seconds: frames / header.format.rate }),
  };
};
