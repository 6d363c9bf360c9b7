import { styled } from '@mui/material/styles'
import type { DeskContent } from '#contract/content.ts'
import { SMALL } from '../theme/shared.ts'
import type { Elements } from './elements.ts'
import { zonedMomentOf } from './times.ts'

type Props = {
  event: DeskContent
  /** Buttons below the heading; not printed. */
  actions: Elements
  /** The heading is not printed. */
  hasOwnPaper?: boolean
  children: Elements
}

/** A page about an event, which can be printed. */
export const EventSheet = ({ event, actions, hasOwnPaper = false, children }: Props) => {
  const { title, starts_at, location } = event
  return (
    <Sheet>
      <header className={hasOwnPaper ? 'desk-screen' : undefined}>
        <h2>{title}</h2>
        <p className="desk-quiet">
          {[starts_at && zonedMomentOf(starts_at), location].filter(Boolean).join(' · ')}
        </p>
        <div className="desk-actions desk-screen">{actions}</div>
      </header>
      {children}
    </Sheet>
  )
}

const Sheet = styled('div')({
  padding: '16px 24px 24px',
  '& h2': { margin: 0, fontSize: 22 },
  '& header > p': { margin: '0 0 12px' },
  [SMALL]: { padding: '12px 12px 24px' },
})
