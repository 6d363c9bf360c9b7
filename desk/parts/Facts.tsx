import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

export const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
  gap: '12px 24px',
  margin: '16px 0',
  '& dt': { color: 'var(--ink-soft)', fontSize: 15 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& a': { color: 'var(--gold-deep)' },
})

type Props = { label: string; children: ReactNode }

/** A value with its label; nothing where it is empty. */
export const Fact = ({ label, children }: Props) => {
  if (children === null || children === undefined || children === false || children === '')
    return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
