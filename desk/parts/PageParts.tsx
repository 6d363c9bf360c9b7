import { Chip } from '@mui/material'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { capital, wordOf } from '../i18n.ts'
import { useMayOpen } from '../session/authProvider.ts'
import { line } from '../theme/shared.ts'
import type { Elements } from './elements.ts'

export const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
  gap: '12px 24px',
  margin: '16px 0',
  '& dt': { color: 'var(--ink-soft)', fontSize: 15 },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
})

type FactProps = { label: string; children: ReactNode }

/** A value with its label; nothing where it is empty. */
export const Fact = ({ label, children }: FactProps) => {
  if (children === null || children === undefined || children === false || children === '')
    return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const COLORS: Readonly<Record<string, 'success' | 'warning' | 'error'>> = {
  ...{ published: 'success', approved: 'success', active: 'success', sent: 'success' },
  ...{ pending: 'warning', scheduled: 'warning', waiting: 'warning', unread: 'warning' },
  ...{ rejected: 'error', refused: 'error', cancelled: 'error', dead: 'error' },
  ...{ came: 'success', reminded: 'warning' },
  ...{ ok: 'success', open: 'warning', wrong: 'error' },
  ...{ stuck: 'error', deactivated: 'error' },
}

const CHIP = { component: 'span', size: 'small', variant: 'outlined' } as const

type StateProps = { state: string; text?: string }

export const StateMark = ({ state, text = wordOf(state) }: StateProps) => (
  <Chip {...CHIP} color={COLORS[state]} label={capital(text)} />
)

type LinkProps = { resource: 'members' | 'groups' | 'glossary-entries'; id: number; name: string }

/** Leads to the page of the record, for those who may open it. */
export const NameLink = ({ resource, id, name }: LinkProps) => {
  const mayOpen = useMayOpen()
  return mayOpen(resource) ? (
    <Link to={`/${resource}/${id}${resource === 'glossary-entries' ? '' : '/show'}`}>{name}</Link>
  ) : (
    <span>{name}</span>
  )
}

type SectionProps = { title: string; note?: string; children: Elements }

/** A part of a page or of a form, below a heading. */
export const Section = ({ title, note, children }: SectionProps) => (
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
