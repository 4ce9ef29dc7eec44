// Colors, fonts and radii of the user interface. `tokens.css` defines the meaning of colors; components use those variables.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Accent color: the violet blue of the logo. */
const ring: MantineColorsTuple = [
  '#f2f1fd',
  '#e2e1f9',
  '#c3c0f2',
  '#a29deb',
  '#8781e3',
  '#6f68da',
  '#5b54cb',
  '#4c46b6',
  '#3d3894',
  '#2c296c',
];
const gray: MantineColorsTuple = [
  '#f8f8fb',
  '#f1f2f6',
  '#e5e6ed',
  '#d8dae3',
  '#bfc3cf',
  '#8b90a1',
  '#626778',
  '#4b4f5f',
  '#333645',
  '#1c1e2a',
];
const dark: MantineColorsTuple = [
  '#e7e8ef',
  '#c8cbd6',
  '#a4a8b8',
  '#737789',
  '#363a49',
  '#2a2d3a',
  '#20232e',
  '#14161d',
  '#101218',
  '#0b0c11',
];

/** Sets the attribute on the input itself. The `dir` property would also turn the wrapper with its icons. */
const OWN_DIRECTION = { attributes: { input: { dir: 'auto' } } };

export const theme = createTheme({
  primaryColor: 'ring',
  primaryShade: { light: 7, dark: 6 },
  colors: { ring, gray, dark },
  black: '#1c1e2a',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Hebrew", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  // 600, 960, 1264 and 1904 px.
  breakpoints: { xs: '37.5em', sm: '60em', md: '79em', lg: '119em', xl: '150em' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: importing the components here would load all of them with the first page.
  components: {
    // The icon and the background show the type. A title in the same color would have too little contrast.
    Alert: { styles: { title: { color: 'var(--text)' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500 } },
    Button: { defaultProps: { size: 'sm' } },
    Card: { defaultProps: { withBorder: true, padding: 'md', radius: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
    // Help text below the input keeps inputs of one line aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Text follows the direction of its first letter, such as `12 High Street` in a Hebrew form.
    TextInput: { defaultProps: OWN_DIRECTION },
    Textarea: { defaultProps: OWN_DIRECTION },
    Autocomplete: { defaultProps: OWN_DIRECTION },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', position: 'bottom-end' } },
    Modal: { defaultProps: { centered: true, radius: 'lg', padding: 'lg' } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, maw: 320, multiline: true } },
  },
});

/** Maps Mantine's variables to the project's, so that inputs, menus and modals keep AA contrast in both color schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-placeholder': 'var(--text-faint)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-anchor': 'var(--accent)',
  },
  dark: {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-placeholder': 'var(--text-faint)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-anchor': 'var(--accent)',
  },
});
