import { signOn } from '@ringside/core/base/contrast.ts';

interface Props {
  readonly size?: number;
  /** Shows the product name next to the mark. */
  readonly wordmark?: boolean;
  /** For dark backgrounds in both color schemes. */
  readonly inverse?: boolean;
  /** Replaces the product name. */
  readonly name?: string | undefined;
  /** Color of the mark as `#rrggbb`. */
  readonly color?: string | undefined;
  /** URL of an image that replaces the mark and the product name. */
  readonly picture?: string | undefined;
}

/** Product logo: an open circle with a dot at its gap, next to a sound wave. */
export function Logo({ size = 28, wordmark = false, inverse = false, name, color = '#4c46b6', picture }: Props) {
  const sign = inverse ? '#4c46b6' : signOn(color);
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      {picture !== undefined ? (
        <img
          src={picture}
          alt=""
          style={{
            height: size,
            maxWidth: size * 4,
            objectFit: 'contain',
            // Most logos are designed for white paper.
            background: '#ffffff',
            borderRadius: size / 6,
            padding: size / 12,
          }}
        />
      ) : (
        <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="8" fill={inverse ? '#ffffff' : color} />
          <path d="M21.6 21.2A8 8 0 1 1 24 15.5" fill="none" stroke={sign} strokeWidth="3.4" strokeLinecap="round" />
          <circle cx="15.9" cy="15.5" r="2.5" fill={sign} />
          <circle cx="25.2" cy="22.6" r="2.7" fill={inverse ? '#e08a00' : sign === '#ffffff' ? '#ffc76b' : sign} />
        </svg>
      )}
      {wordmark && (picture === undefined || name !== undefined) ? (
        <span
          style={{
            fontSize: size * 0.64,
            fontWeight: 700,
            letterSpacing: '-0.02em',
            color: inverse ? '#ffffff' : 'var(--text)',
          }}
        >
          {name ?? PRODUCT}
        </span>
      ) : null}
    </span>
  );
}

/** Product name, the same in every language. */
export const PRODUCT = 'Ringside';
