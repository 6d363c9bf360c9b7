import { styled } from '@mui/material/styles'
import { plainList } from '../theme/shared.ts'

/** Room and lines of what the page shows of a file. */
export const Steps = styled('div')({
  overflowWrap: 'anywhere',
  '&& h3': { margin: '32px 0 8px' },
  '& h4': { margin: '16px 0 4px' },
  '& ul': { ...plainList, margin: '8px 0' },
  '& li': { borderTop: '1px solid var(--line)' },
  '& summary': { padding: '10px 0', cursor: 'pointer' },
  '& label': { marginInlineEnd: 8 },
  '& select': {
    minHeight: 44,
    maxWidth: '100%',
    padding: '0 8px',
    border: '1px solid var(--field)',
    borderRadius: 6,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
  },
  // The words of an option are longer than a telephone is wide.
  '& td select': { width: 'min(16rem, 45vw)' },
  '& option': { color: 'initial' },
  '& .desk-actions': { margin: '16px 0' },
  '& .desk-upload .desk-actions': { margin: 0, '& label': { margin: 0 } },
  // Telephones know the attribute, and many of them choose no folders.
  '@media (hover: none)': { '& .desk-folder': { display: 'none' } },
  '& .desk-samples': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px' },
  '& table:has(caption)': { width: '100%', maxWidth: 720, margin: '8px 0 24px' },
  '& table:has(caption) :is(th, td)': { width: '50%', verticalAlign: 'top' },
  '& th': { overflowWrap: 'normal' },
  // The progress stays in sight, wherever a file is decided about.
  '& .desk-working': {
    position: 'sticky',
    bottom: 0,
    padding: '4px 0',
    background: 'var(--paper)',
    '& > p': { margin: '4px 0' },
  },
  '& caption': { padding: '8px 0', fontWeight: 700, textAlign: 'start' },
})
