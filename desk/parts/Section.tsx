import { styled } from '@mui/material/styles'
import { line } from '../theme/shared.ts'
import type { Elements } from './elements.ts'

type Props = { title: string; note?: string; children: Elements }

/** A part of a page or of a form, below a heading. */
export const Section = ({ title, note, children }: Props) => (
  <Part>
    <h2>{title}</h2>
    {note && <p className="desk-quiet">{note}</p>}
    {children}
  </Part>
)

const Part = styled('section')({
  width: '100%',
  '* + &': { marginTop: 24, paddingTop: 16, borderTop: line },
  '& > h2': { margin: '0 0 8px', fontSize: 22 },
  '& > p': { margin: '0 0 12px' },
})
