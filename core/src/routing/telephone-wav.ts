// The format of stored sounds, which every Asterisk plays: WAV, 8,000 Hz, 16 bit, mono.

const TELEPHONE_RATE = 8000;
const FRAME_BYTES = 2;
const HEADER_BYTES = 44;
const PCM = 1;

type ReadSound =
  /** Already in this format. `pcm`: only the samples. */
  | { readonly kind: 'telephone'; readonly pcm: Uint8Array }
  /** Needs a conversion. */
  | { readonly kind: 'wav' | 'mp3' };

const word = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) + u16(bytes, at + 2) * 65_536;

/** Returns the chunks of a RIFF file by name, the first of each. */
const partsOf = (bytes: Uint8Array): ReadonlyMap<string, Uint8Array> => {
  const parts = new Map<string, Uint8Array>();
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = u32(bytes, at + 4);
    const name = word(bytes, at);
    // An interrupted recorder leaves a length that is too long.
    if (!parts.has(name)) parts.set(name, bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length)));
    at += 8 + length + (length % 2);
  }
  return parts;
};

/** Checks the first 32 bits of a frame: sync, MPEG 1, 2 or 2.5, layer III, a bit rate. */
const beginsMp3 = (bytes: Uint8Array): boolean => {
  if (bytes.length < 4) return false;
  if (word(bytes, 0).startsWith('ID3')) return true;
  const [sync = 0, kind = 0, rate = 0] = bytes;
  return (
    sync === 0xff && (kind & 0xe0) === 0xe0 && (kind & 0x06) === 0x02 && rate >> 4 !== 0x0f && (rate & 0x0c) !== 0x0c
  );
};

/** Detects the format by content, regardless of the name. Returns `null` when it is neither WAV nor MP3, or has no samples. */
export const readSound = (bytes: Uint8Array): ReadSound | null => {
  if (beginsMp3(bytes)) return { kind: 'mp3' };
  if (word(bytes, 0) !== 'RIFF' || word(bytes, 8) !== 'WAVE') return null;
  const parts = partsOf(bytes);
  const [format, data] = [parts.get('fmt '), parts.get('data')];
  if (format === undefined || format.length < 16 || data === undefined || data.length < FRAME_BYTES) return null;
  const isTelephone =
    u16(format, 0) === PCM && u16(format, 2) === 1 && u32(format, 4) === TELEPHONE_RATE && u16(format, 14) === 16;
  if (!isTelephone) return { kind: 'wav' };
  return { kind: 'telephone', pcm: data.subarray(0, data.length - (data.length % FRAME_BYTES)) };
};

export const secondsOf = (pcm: Uint8Array): number => pcm.length / FRAME_BYTES / TELEPHONE_RATE;

/** Returns a file with only the samples, without comments and pictures. */
export const telephoneWav = (pcm: Uint8Array): Uint8Array => {
  const wav = new Uint8Array(HEADER_BYTES + pcm.length);
  const view = new DataView(wav.buffer);
  const put = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) wav[at + i] = text.charCodeAt(i);
  };
  put(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + pcm.length, true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, TELEPHONE_RATE, true);
  view.setUint32(28, TELEPHONE_RATE * FRAME_BYTES, true);
  view.setUint16(32, FRAME_BYTES, true);
  view.setUint16(34, 16, true);
  put(36, 'data');
  view.setUint32(40, pcm.length, true);
  wav.set(pcm, HEADER_BYTES);
  return wav;
};
