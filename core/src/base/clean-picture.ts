// Detects a picture by its content and removes all metadata: location, camera, color profile, and data after its end. Supports PNG (W3C PNG
// specification) and JPEG (ITU-T T.81).

interface Picture {
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const PNG_MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);

const join = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const readPng = (bytes: Uint8Array): Picture | null => {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, PNG_MARK.length)];
  const size = { width: 0, height: 0 };
  let hasData = false;
  for (let at = PNG_MARK.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length || (type === 'IHDR') !== (at === PNG_MARK.length)) return null;
    if (type === 'IHDR') {
      if (length !== 13) return null;
      size.width = view.getUint32(at + 8);
      size.height = view.getUint32(at + 12);
    }
    hasData ||= type === 'IDAT';
    if (PNG_KEPT.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') return hasData ? { contentType: 'image/png', ...size, bytes: join(kept) } : null;
    at = end;
  }
  return null;
};

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
/** Adobe segment, which defines the color encoding. */
const APP14 = 0xee;

/** Frames that browsers support: baseline, extended, progressive. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;
const isKept = (marker: number): boolean =>
  isFrame(marker) || marker === 0xc4 || marker === 0xdb || marker === 0xdd || marker === APP0 || marker === APP14;

/** Returns the end of the coded data: the next marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
};

const readJpeg = (bytes: Uint8Array): Picture | null => {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  const size = { width: 0, height: 0 };
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === EOI;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      kept.push(bytes.subarray(at, at + 2));
      return scans > 0 && size.width > 0 ? { contentType: 'image/jpeg', ...size, bytes: join(kept) } : null;
    }
    const head = at + 2 + view.getUint16(at + 2);
    if (head > bytes.length || head < at + 4) return null;
    if (isFrame(marker)) {
      if (size.width > 0 || head < at + 9) return null;
      size.height = view.getUint16(at + 5);
      size.width = view.getUint16(at + 7);
    }
    const end = marker === SOS ? endOfScan(bytes, head) : head;
    if (end < 0) return null;
    if (marker === SOS) scans += 1;
    if (marker === SOS || isKept(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
};

/** Returns `null` for other formats and for broken files. */
export const cleanPicture = (bytes: Uint8Array): Picture | null => {
  if (PNG_MARK.every((byte, i) => bytes[i] === byte)) return readPng(bytes);
  return bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff ? readJpeg(bytes) : null;
};
