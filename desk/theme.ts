import { defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { colors } from '../tailwind.config.ts'
import { texts } from './texts.ts'

const sans = ['Alegreya Sans', 'Alegreya Sans Fallback', 'Arial', 'sans-serif'].join(', ')
const serif = ['Alegreya', 'Alegreya Fallback', 'Georgia', 'serif'].join(', ')
const heading = { fontFamily: serif, fontWeight: 600 }

/** The site's colours and faces on react-admin's own theme. */
export const theme: RaThemeOptions = {
  ...defaultLightTheme,
  palette: {
    mode: 'light',
    primary: { main: colors.gold.deep, contrastText: colors.vellum },
    secondary: { main: colors.night, contrastText: colors.parchment },
    error: { main: colors.ember.DEFAULT },
    success: { main: colors.moss.DEFAULT },
    warning: { main: colors.gold.deep },
    info: { main: colors.dusk },
    background: { default: colors.parchment, paper: colors.vellum },
    text: { primary: colors.ink.DEFAULT, secondary: colors.ink.soft },
    divider: colors.line,
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
    ...defaultLightTheme.components,
    RaToolbar: { styleOverrides: { root: { backgroundColor: colors.parchment } } },
    MuiCircularProgress: { defaultProps: { 'aria-label': texts.loading } },
    MuiTableCell: { styleOverrides: { root: { fontVariantNumeric: 'lining-nums tabular-nums' } } },
  },
}
