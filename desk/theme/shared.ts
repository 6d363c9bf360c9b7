import type { CSSObject } from '@mui/material/styles'

/*
 * Styles of plain HTML elements and of the classes that several components share. Styles of one component are in its file,
 * as `styled`; those of components of MUI and react-admin are in theme.ts and lists.ts, colours in palette.ts. These rules
 * come before those of MUI: with an equal selector, MUI's win.
 */

export const serif = ['Alegreya', 'Alegreya Fallback', 'Georgia', 'serif'].join(', ')
export const SMALL = '@media (max-width: 599.95px)'
export const plainList = { margin: 0, padding: 0, listStyle: 'none' }
export const lining = { fontVariantNumeric: 'lining-nums tabular-nums' }
export const focusRing = { outline: '3px solid var(--gold-deep)', outlineOffset: 2 }
export const line = '1px solid var(--line)'
/** The width from which on a form has room for the page beside it. */
export const WIDE = '(min-width: 1200px)'
/** The bar of the desk, its gap, and the bar that saves. */
const BARS = 48 + 32 + 64
/** A form, and the page that it changes beside it. */
export const besidePage: CSSObject = {
  [`@media ${WIDE}`]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 32,
    alignItems: 'start',
    '& > aside': { position: 'sticky', top: 64, height: `calc(100dvh - ${BARS}px)` },
  },
}
const field = '1px solid var(--field)'
const target = { display: 'inline-flex', alignItems: 'center', minWidth: 44, minHeight: 44 }
const colors = { background: 'var(--paper)', color: 'var(--ink)', font: 'inherit' }
const input: CSSObject = {
  ...colors,
  boxSizing: 'border-box',
  width: '100%',
  minHeight: 44,
  padding: 8,
  border: field,
  borderRadius: 6,
}
const filled = {
  borderColor: 'var(--button)',
  background: 'var(--button)',
  color: 'var(--onButton)',
}
const calm = { color: 'var(--ink-soft)' }
const problem = { color: 'var(--ember)' }

const elements: CSSObject = {
  // The spaces of the font nearly vanish before figures.
  'body, button, input, select, textarea': { wordSpacing: '0.06em' },
  'h1, h2, h3': { fontFamily: serif, lineHeight: 1.2 },
  // Anything else about a link outweighs this.
  ':where(a)': { color: 'var(--gold-deep)' },
  ':focus-visible': focusRing,
  'h1:focus, h2:focus, h3:focus': { outlineOffset: 4 },
  summary: { cursor: 'pointer' },
  // Menus are positioned by inline styles.
  '@media (prefers-reduced-motion: reduce)': {
    '*, ::before, ::after': {
      transitionDuration: '0s !important',
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
    },
  },
}

const texts: CSSObject = {
  '.desk-quiet, .desk-quiet *': calm,
  '.desk-problem': { ...problem, whiteSpace: 'pre-line' },
  '.desk-text': { maxWidth: '75ch', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '.desk-picture': {
    display: 'block',
    maxWidth: 'min(320px, 100%)',
    maxHeight: 200,
    borderRadius: 6,
  },
  '.desk-table': { borderCollapse: 'collapse', ...lining },
  '.desk-table th, .desk-table td': {
    padding: '4px 16px 4px 0',
    borderBottom: line,
    textAlign: 'start',
  },
  '.desk-lines': {
    ...plainList,
    '& li': { display: 'flex', gap: 12, padding: '8px 0', overflowWrap: 'anywhere' },
    '& li + li': { borderTop: line },
    '& li > div': { minWidth: 0 },
    '& p': { margin: 0, fontSize: 15 },
    '& svg': { ...calm, marginTop: 2 },
  },
}

const cards: CSSObject = {
  '.desk-card': {
    margin: '16px 0',
    padding: '16px 24px',
    border: line,
    borderRadius: 6,
    background: 'var(--paper)',
    '& header': { display: 'flex', gap: 16, alignItems: 'center' },
    '& h2, & h3': { margin: 0 },
    '& > * + .desk-actions': { marginTop: 12 },
    [SMALL]: { padding: '12px 16px' },
  },
}

const buttons: CSSObject = {
  'button[aria-pressed], .desk-primary, .desk-plain': {
    ...target,
    ...colors,
    boxSizing: 'border-box',
    justifyContent: 'center',
    padding: '4px 16px',
    border: field,
    borderRadius: 6,
    textDecoration: 'none',
    cursor: 'pointer',
  },
  'button[aria-pressed]:hover, .desk-plain:hover': { borderColor: 'var(--ink)' },
  'button[aria-pressed="true"], .desk-primary': filled,
  '.desk-primary, .desk-plain': {
    '&:disabled, &[aria-disabled="true"]': { opacity: 0.6, cursor: 'default' },
  },
  '.desk-danger': { ...problem, borderColor: 'var(--ember)' },
  '.desk-primary.desk-danger': { background: 'var(--ember)', color: 'var(--paper)' },
  '.desk-actions': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' },
  '.desk-buttons': { display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' },
  '.desk-switch': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    margin: '0 0 8px',
    padding: 0,
    border: 0,
    '& legend': { float: 'left', marginInlineEnd: 12, lineHeight: '44px' },
    '.desk-actions &': { alignItems: 'center', margin: 0 },
  },
  '@media (forced-colors: active)': {
    'button[aria-pressed="true"]': {
      background: 'Highlight',
      color: 'HighlightText',
      forcedColorAdjust: 'none',
    },
  },
}

/** Fields of the browser. */
const fields: CSSObject = {
  '.desk-fields, .desk-select': {
    display: 'flex',
    flexDirection: 'column',
    gap: 6,
    '& label': { fontWeight: 500 },
    '& input, & select, & textarea': input,
  },
  '.desk-fields .desk-problem': { minHeight: '1.4em', margin: 0 },
  '.desk-select .desk-problem': { margin: '0 0 8px', fontSize: 15 },
  '.desk-upload': {
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    margin: '8px 0 16px',
    padding: 0,
    border: 0,
    '& legend': { padding: '0 0 4px', fontWeight: 500 },
    '& p': { minHeight: '1.4em', margin: '4px 0', overflowWrap: 'anywhere' },
    '& .desk-picture': { marginBottom: 8 },
    '& .desk-plain': { marginBlock: 4 },
    '& label:has(+ .desk-plain)': { marginInlineEnd: 8 },
  },
}

/** Fields of MUI, in forms and as filters of lists: as those of the browser. */
export const muiFields: CSSObject = {
  '& .MuiFormControl-root': { marginTop: 4 },
  '& .MuiInputLabel-root, & .MuiFormLabel-root': {
    position: 'static',
    transform: 'none',
    maxWidth: '100%',
    color: 'var(--ink)',
    fontSize: 17,
    fontWeight: 500,
    whiteSpace: 'normal',
  },
  '& .MuiFormControl-root > .MuiInputLabel-root': { marginLeft: 0, paddingLeft: 0 },
  '& .MuiFormLabel-asterisk': problem,
  '& .MuiInputBase-root': {
    marginTop: 4,
    minHeight: 44,
    padding: 0,
    border: field,
    borderRadius: 6,
    background: 'var(--paper)',
    '&:hover, &.Mui-focused': { background: 'var(--paper)' },
    '&::before, &::after': { display: 'none' },
    '&.Mui-focused': focusRing,
    '&.Mui-error': {
      borderColor: 'var(--ember)',
      boxShadow: 'inset 0 0 0 1px var(--ember)',
    },
  },
  '& .MuiInputBase-input': {
    boxSizing: 'border-box',
    minHeight: 42,
    padding: 8,
    lineHeight: 1.5,
  },
  '& .MuiFormHelperText-root': { margin: '4px 0 0', fontSize: 15 },
}

const forms: CSSObject = {
  '.desk-form': {
    maxWidth: 720,
    ...muiFields,
    // react-admin moves the label of a list to the left.
    '&& .MuiInputLabel-root': { left: 0 },
    '& > .desk-actions, & .MuiStack-root > .desk-actions': { margin: '4px 0 16px' },
  },
  '.desk-wide-form': { maxWidth: 'none' },
  // The bar covers no field that the keyboard moves to.
  '.desk-form :is(input, textarea, button, [role="combobox"])': { scrollMarginBottom: 128 },
  // The bar to save and that of a list for the door stick to the window only while no box around them clips.
  '.RaCreate-main .MuiCard-root, .RaEdit-main .MuiCard-root, .RaShow-main .MuiCard-root': {
    overflow: 'visible',
  },
}

/** Large enough for a thumb on small screens. */
const targets: CSSObject = {
  [SMALL]: {
    '.desk-name, .desk-actions > a, .desk-lines a, .desk-card p > a, .desk-upload p > a, main a[href^="mailto:"]':
      target,
    // A flex box would have no triangle.
    summary: { boxSizing: 'border-box', minHeight: 44, padding: '10px 0' },
    '.MuiButton-root, .MuiIconButton-root, .MuiRadio-root, .MuiCheckbox-root, .MuiPaginationItem-root':
      { minWidth: 44, minHeight: 44 },
  },
}

/** Paper has the content of a page alone, in black on white. */
const print: CSSObject = {
  '@media screen': { '.desk-paper': { display: 'none' } },
  '@media print': {
    ':root': { colorScheme: 'light !important' },
    'body, body *': {
      background: 'none !important',
      boxShadow: 'none !important',
      color: '#000 !important',
    },
    'nav, .skip-nav-button, .MuiAppBar-root, .MuiDrawer-root, .desk-screen': {
      display: 'none !important',
    },
  },
}

export const shared: CSSObject = {
  ...elements,
  ...texts,
  ...cards,
  ...buttons,
  ...fields,
  ...forms,
  ...targets,
  ...print,
}
