import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { t } from './i18n.ts'
import { darkPalette, lightPalette, type Palette } from './palette.ts'

const sans = ['Alegreya Sans', 'Alegreya Sans Fallback', 'Arial', 'sans-serif'].join(', ')
const serif = ['Alegreya', 'Alegreya Fallback', 'Georgia', 'serif'].join(', ')
const heading = { fontFamily: serif, fontWeight: 600 }

/** desk.css draws with the same colours. The mark of the login page is drawn in ink. */
const properties = (mode: 'light' | 'dark', palette: Palette): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(palette).map(([name, color]) => [`--${name}`, color])),
  '--mark-filter': mode === 'dark' ? 'invert(1)' : 'none',
})

/** The site's colours and faces on react-admin's own theme. */
const themeOf = (
  mode: 'light' | 'dark',
  palette: Palette,
  { components, ...base }: RaThemeOptions,
): RaThemeOptions => ({
  ...base,
  palette: {
    mode,
    primary: { main: palette['gold-deep'], contrastText: palette.paper },
    secondary: { main: palette.bar, contrastText: palette.onBar },
    error: { main: palette.ember },
    success: { main: palette.moss },
    warning: { main: palette['gold-deep'] },
    info: { main: palette['ink-soft'] },
    background: { default: palette.ground, paper: palette.paper },
    text: { primary: palette.ink, secondary: palette['ink-soft'] },
    divider: palette.line,
  },
  typography: {
    fontFamily: sans,
    fontSize: 15.5,
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
    button: { textTransform: 'none', fontWeight: 500 },
  },
  shape: { borderRadius: 6 },
  components: {
    ...components,
    MuiCssBaseline: { styleOverrides: { ':root': properties(mode, palette) } },
    MuiAppBar: {
      styleOverrides: {
        root: { backgroundImage: 'none' },
        colorSecondary: { backgroundColor: palette.bar, color: palette.onBar },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    RaToolbar: { styleOverrides: { root: { backgroundColor: palette.ground } } },
    RaListToolbar: { styleOverrides: { root: LIST_TOOLBAR } },
    RaFilterForm: { styleOverrides: { root: FILTER_FORM } },
    MuiCircularProgress: { defaultProps: { 'aria-label': t('loading') } },
    MuiTableCell: { styleOverrides: { root: { fontVariantNumeric: 'lining-nums tabular-nums' } } },
  },
})

const SMALL = '@media (max-width: 599.95px)'

/** Filters on the left and what can be done on the right; one below the other on small screens. */
const LIST_TOOLBAR = {
  flexFlow: 'row nowrap',
  gap: '8px 16px',
  alignItems: 'flex-start',
  padding: '12px 0',
  '& > span:empty': { display: 'none' },
  [SMALL]: { flexFlow: 'column-reverse', alignItems: 'stretch', backgroundColor: 'transparent' },
} as const
const FILTER_FORM = {
  '&&': { flex: '1 1 0' },
  gap: '8px 16px',
  alignItems: 'center',
  minHeight: 0,
  padding: 0,
  '& .filter-field .MuiFormControl-root.MuiFormControl-root': { margin: 0 },
  '& .MuiInputBase-root.MuiInputBase-root': { height: 48 },
  '& .RaFilterFormInput-spacer': { display: 'none' },
  [SMALL]: {
    '&&': { flex: 'none' },
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    '& .filter-field, & .MuiFormControl-root.MuiFormControl-root': { width: '100%', minWidth: 0 },
    '& .filter-field:first-of-type': { gridColumn: '1 / -1' },
  },
} as const

export const theme = themeOf('light', lightPalette, defaultLightTheme)
export const darkTheme = themeOf('dark', darkPalette, defaultDarkTheme)
