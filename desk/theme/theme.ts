import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { colors } from '../../tailwind.config.ts'
import { isDeskRightToLeft, keysOf, t, textOr } from '../i18n.ts'
import { arrow, direction } from './direction.ts'
import { focusRing, line, lining, muiFields, SMALL, serif, shared } from './shared.ts'

/** Shown before the value of a column where the heads of the columns are not. */
const labels = Object.fromEntries(
  keysOf('cards').map((column) => [
    `& .column-${column}:not(:empty, :has(.MuiChip-root))::before`,
    { content: JSON.stringify(textOr(`cards.${column}`, '')) },
  ]),
)

const END = '& .RaDataTable-rowCell.column-actions'

/**
 * The heads of the columns stay below the bar of the page. On small screens a row is a card: its first line has the name
 * and, at its end, the actions.
 */
const table = {
  '& .RaDataTable-headerRow .RaDataTable-headerCell': { top: 48 },
  '& .desk-name': { color: 'inherit', fontWeight: 500, overflowWrap: 'anywhere' },
  '& .column-actions': { textAlign: 'end' },
  '& .RaDataTable-rowCell.column-seats': { whiteSpace: 'nowrap' },
  // The bar below the rows covers nothing that the keyboard moves to.
  '& .RaDataTable-row :is(a, button, input)': { scrollMarginBottom: 128 },
  '& .column-select': { width: 44, padding: 0, paddingInlineStart: 4 },
  '& .RaDataTable-row:has(.column-select :checked)': { backgroundColor: 'var(--ground)' },
  '@media (max-width: 1039.95px)': {
    '& thead': { display: 'none' },
    '& .RaDataTable-row': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4px 12px',
      alignItems: 'center',
      padding: '12px 16px',
      borderBottom: line,
    },
    '& .RaDataTable-row:has(.desk-name)::before': { content: "''", order: -1, flexBasis: '100%' },
    '& .RaDataTable-rowCell': { padding: 0, border: 0, overflowWrap: 'anywhere' },
    '& .RaDataTable-rowCell:empty': { display: 'none' },
    '& .RaDataTable-rowCell:has(.desk-name)': { flex: '1 1 0', order: -3 },
    [END]: { flex: 'none', marginInlineStart: 'auto' },
    [`.RaDataTable-row:has(.desk-name) > ${END.slice(2)}`]: { order: -2 },
    '& .RaDataTable-rowCell.column-select': {
      flex: 'none',
      order: -4,
      width: 'auto',
      margin: '-8px -4px',
      marginInlineStart: -12,
    },
    '& .RaDataTable-rowCell.column-id': { display: 'none' },
    ...labels,
    '& .column-old_name::after': { content: `' ${arrow}'` },
  },
} as const

/** Filters first, then what can be done; one below the other on small screens. */
const toolbar = {
  flexFlow: 'row nowrap',
  gap: '8px 16px',
  alignItems: 'flex-end',
  padding: '12px 0',
  '& > span:empty': { display: 'none' },
  [SMALL]: { flexFlow: 'column-reverse', alignItems: 'stretch', backgroundColor: 'transparent' },
} as const

/** Fields as in forms. The search has no label, so it lines up with the boxes of the others. */
const filters = {
  ...muiFields,
  '&&': { flex: '1 1 0' },
  gap: '8px 16px',
  alignItems: 'flex-end',
  minHeight: 0,
  padding: 0,
  '& .filter-field .MuiFormControl-root.MuiFormControl-root': { margin: 0 },
  '& .MuiSelect-select.MuiSelect-select': { minWidth: 112, paddingRight: 32 },
  '& .MuiInputAdornment-root': { marginInlineEnd: 8 },
  '& .RaFilterFormInput-spacer': { display: 'none' },
  [SMALL]: {
    '&&': { flex: 'none' },
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    '& .filter-field, & .MuiFormControl-root.MuiFormControl-root': { width: '100%', minWidth: 0 },
    '& .filter-field:first-of-type': { gridColumn: '1 / -1' },
  },
} as const

const lists = {
  RaDataTable: { styleOverrides: { root: table } },
  RaListToolbar: { styleOverrides: { root: toolbar } },
  RaFilterForm: { styleOverrides: { root: filters } },
}

/** The custom properties of the rules and the colours of the theme. */
export const lightPalette = {
  bar: colors.night,
  onBar: colors.parchment,
  button: colors.night,
  onButton: colors.parchment,
  ground: colors.parchment,
  paper: colors.vellum,
  ink: colors.ink.DEFAULT,
  'ink-soft': colors.ink.soft,
  line: colors.line,
  field: colors.field,
  gold: colors.gold.DEFAULT,
  'gold-deep': colors.gold.deep,
  ember: colors.ember.DEFAULT,
  moss: colors.moss.DEFAULT,
  added: '#dfe8d3',
  removed: '#f5dcd2',
}

export type Palette = Readonly<Record<keyof typeof lightPalette, string>>

export const darkPalette: Palette = {
  bar: '#0d0b14',
  onBar: colors.parchment,
  button: colors.gold.light,
  onButton: colors.night,
  ground: colors.night,
  paper: '#1f1b2b',
  ink: '#f0e9da',
  'ink-soft': colors.mist,
  line: '#3a3550',
  field: '#837b9c',
  gold: colors.gold.DEFAULT,
  'gold-deep': colors.gold.light,
  ember: colors.ember.light,
  moss: colors.moss.light,
  added: '#22391f',
  removed: '#4a2018',
}

const sans = ['Alegreya Sans', 'Alegreya Sans Fallback', 'Arial', 'sans-serif'].join(', ')
const heading = { fontFamily: serif, fontWeight: 600 }

/** The colours of all rules. The mark of the login page is drawn in ink. */
const properties = (mode: 'light' | 'dark', palette: Palette): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(palette).map(([name, color]) => [`--${name}`, color])),
  '--mark-filter': mode === 'dark' ? 'invert(1)' : 'none',
})

type Arrow = 'first' | 'last' | 'next' | 'previous'

/** The site's colours and faces on react-admin's own theme. */
const themeOf = (
  mode: 'light' | 'dark',
  palette: Palette,
  { components, ...base }: RaThemeOptions,
): RaThemeOptions => ({
  ...base,
  direction: isDeskRightToLeft() ? 'rtl' : 'ltr',
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
    MuiCssBaseline: {
      styleOverrides: { ':root': properties(mode, palette), ...direction, ...shared },
    },
    MuiAppBar: {
      styleOverrides: {
        root: { backgroundImage: 'none' },
        colorSecondary: { backgroundColor: palette.bar, color: palette.onBar },
      },
    },
    MuiButtonBase: { styleOverrides: { root: { '&:focus-visible': focusRing } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    RaLocalesMenuButton: { styleOverrides: { root: languages } },
    RaToolbar: { styleOverrides: { root: saveBar } },
    RaSimpleForm: { styleOverrides: { root: { [SMALL]: { paddingBottom: 16 } } } },
    RaSimpleFormIterator: { defaultProps: { fullWidth: true }, styleOverrides: { root: rows } },
    ...lists,
    ...named,
    MuiTableCell: { styleOverrides: { root: lining } },
  },
})

/** Names of parts that are named in English otherwise, or not at all. */
const named = {
  // Small screens have the arrows of MUI, which have English names.
  MuiTablePagination: {
    defaultProps: { getItemAriaLabel: (arrow: Arrow) => t(`ra.navigation.${arrow}`) },
  },
  MuiPagination: { defaultProps: { 'aria-label': t('pagination') } },
  // An open list is rendered at the end of the page, and hides the landmarks from screen readers: it is one itself.
  MuiSelect: {
    defaultProps: {
      MenuProps: { slotProps: { root: { role: 'region', 'aria-label': t('choices') } } },
    },
  },
  MuiCircularProgress: { defaultProps: { 'aria-label': t('loading') } },
} as const

/** Small screens have room for its icon alone; the name of the language stays its label. */
const languages = {
  [SMALL]: {
    '& .MuiButton-root': { minWidth: 44, padding: 8, fontSize: 0 },
    '& .MuiButton-startIcon': { margin: 0 },
    '& .MuiButton-endIcon': { display: 'none' },
  },
} as const

/** Visible while its form is scrolled, on small screens too, where react-admin lays it over the end of the form. */
const saveBar = {
  zIndex: 3,
  gap: 8,
  margin: 0,
  '&&': { position: 'sticky', bottom: 0, width: 'auto', padding: '8px 16px' },
  borderTop: line,
  backgroundColor: 'var(--ground)',
  '& > .desk-danger, & > .desk-publish': { marginInlineStart: 'auto' },
  '& .desk-publish': { justifyContent: 'flex-end' },
  '& p': { margin: 0 },
  [SMALL]: {
    flexWrap: 'wrap',
    '& .desk-publish': { display: 'contents' },
    '& p': { flexBasis: '100%', order: -1 },
  },
} as const

/** Arrows and crosses that a keyboard reaches: react-admin hides them until the pointer is above their row. */
const rows = { '&& .RaSimpleFormIterator-action': { visibility: 'visible' } } as const

export const theme = themeOf('light', lightPalette, defaultLightTheme)
export const darkTheme = themeOf('dark', darkPalette, defaultDarkTheme)
