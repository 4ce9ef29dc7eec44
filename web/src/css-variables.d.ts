import 'react';

// Allows styles to set CSS custom properties.
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
