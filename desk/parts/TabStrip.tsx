import { styled } from '@mui/material/styles'
import { line } from '../theme/shared.ts'

/** Links to pages that belong together, each a `NavLink`. They wrap, so that none is out of sight. */
export const TabStrip = styled('nav')({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  marginTop: 8,
  borderBottom: line,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    padding: '0 12px',
    borderBottom: '3px solid transparent',
    color: 'var(--ink-soft)',
    textDecoration: 'none',
    '&:hover': { color: 'var(--ink)' },
    '&.active': { borderColor: 'var(--gold-deep)', color: 'var(--ink)', fontWeight: 500 },
    '@media (forced-colors: active)': { '&.active': { borderColor: 'Highlight' } },
  },
})
