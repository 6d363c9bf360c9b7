import { styled } from '@mui/material/styles'
import { useGetList, useRecordContext } from 'react-admin'
import type { DeskContent } from '#contract/content.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { inDeskLanguage, resourceName, t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { EventTabs } from '../parts/EventTabs.tsx'
import { zonedMomentOf } from '../parts/times.ts'
import { messageOf } from '../parts/useAction.ts'
import { lining, plainList, SMALL } from '../theme/shared.ts'
import { DoorFilters } from './DoorFilters.tsx'
import { DoorRow } from './DoorRow.tsx'
import { shownRows, VIEWS } from './doorList.ts'
import { useChoice } from './useChoice.ts'
import { WriteButton } from './WriteButton.tsx'

/** Above the seats of any event, and the most that the desk sends. */
const ROWS_MAX = 1000
const NONE: DeskRegistration[] = []

/** Registrations as a list for the door. */
const DoorList = ({ event }: { event: DeskContent }) => {
  const { choice, choose, keep } = useChoice()
  const { view, term } = choice
  const {
    data = NONE,
    isPending,
    error,
  } = useGetList<DeskRegistration>('registrations', {
    filter: { content_id: event.id, state: VIEWS[view] },
    pagination: { page: 1, perPage: ROWS_MAX },
    sort: { field: 'queued_at', order: 'ASC' },
  })
  const rows = shownRows(data, choice)
  const came = data.filter(({ attended_at }) => attended_at !== null).length
  return (
    <>
      <Bar className="desk-screen">
        <DoorFilters onChoice={choose} term={term} view={view} />
        <p role="status">
          {!isPending &&
            (view === 'coming' || view === 'missing'
              ? t('registrations.count', { came, all: data.length })
              : t('registrations.people', { smart_count: data.length }))}
        </p>
      </Bar>
      {error && <p role="alert">{messageOf(error)}</p>}
      <p className="desk-paper">{t('registrations.people', { smart_count: rows.length })}</p>
      <Rows aria-label={t(`registrations.views.${view}`)}>
        {rows.map((row) => (
          <DoorRow key={row.id} onMark={keep} row={row} />
        ))}
      </Rows>
      {!isPending && !error && rows.length === 0 && (
        <p data-empty tabIndex={-1}>
          {term === '' ? t('empty') : t('registrations.no_match')}
        </p>
      )}
    </>
  )
}

const Page = () => {
  const event = useRecordContext<DeskContent>()
  if (!event) return null
  const { id, title, starts_at, location } = event
  return (
    <Sheet>
      <header>
        <h2>{title}</h2>
        <p className="desk-quiet">
          {[starts_at && zonedMomentOf(starts_at), location].filter(Boolean).join(' · ')}
        </p>
        <div className="desk-actions desk-screen">
          <ActionButton onClick={() => window.print()}>{t('registrations.print')}</ActionButton>
          <a className="desk-plain" download href={fileUrl(id)}>
            {t('registrations.file')}
          </a>
          <WriteButton id={id} title={title} />
        </div>
      </header>
      <DoorList event={event} />
    </Sheet>
  )
}

const fileUrl = (id: number): string =>
  inDeskLanguage(`${DESK_API_BASE}/contents/${id}/registrations.csv`)

export const RegistrationsPage = () => (
  <DeskShow actions={<EventTabs />} title={resourceName('registrations')}>
    <Page />
  </DeskShow>
)

const Sheet = styled('div')({
  padding: '16px 24px 24px',
  '& h2': { margin: 0, fontSize: 22 },
  '& header > p': { margin: '0 0 12px' },
  [SMALL]: { padding: '12px 12px 24px' },
})

/** Stays below the bar of the page while the list is scrolled. */
const Bar = styled('div')({
  position: 'sticky',
  top: 48,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 16px',
  alignItems: 'flex-end',
  padding: '12px 0',
  background: 'var(--paper)',
  '& > p': {
    margin: '0 0 8px',
    marginInlineStart: 'auto',
    fontWeight: 500,
    fontSize: 20,
    ...lining,
  },
  '& > div': { flex: '1 1 140px', maxWidth: 240 },
  '& input, & select': { height: 44 },
  [SMALL]: { '& > p': { flexBasis: '100%', margin: 0 } },
})

const Rows = styled('ul')({ ...plainList, '&:empty': { display: 'none' } })
