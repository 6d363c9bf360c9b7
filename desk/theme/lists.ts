import { t } from '../i18n.ts'
import { arrow } from './direction.ts'
import { line, muiFields, SMALL } from './shared.ts'

/** Shown before the value of a column where the heads of the columns are not. */
const LABELS = [
  'publish_at',
  'starts_at',
  'read_at',
  'next_attempt_at',
  'queued_at',
  'attended_at',
  'attempts',
] as const
const labels = Object.fromEntries(
  LABELS.map((column) => [
    `& .column-${column}:not(:empty, :has(.MuiChip-root))::before`,
    { content: JSON.stringify(t(`cards.${column}`)) },
  ]),
)

const END = '& .RaDataTable-rowCell.column-actions'

/**
 * The heads of the columns stay below the bar of the page. On small screens a row is a card: its first line has the name
 * and, at its end, the actions.
 */
const table = {
  '& .RaDataTable-headerRow .RaDataTable-headerCell': { top: 48 },
  '& .desk-name': { color: 'inherit', fontWeight: 500 },
  '& .column-actions': { textAlign: 'end' },
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

export const lists = {
  RaDataTable: { styleOverrides: { root: table } },
  RaListToolbar: { styleOverrides: { root: toolbar } },
  RaFilterForm: { styleOverrides: { root: filters } },
}
