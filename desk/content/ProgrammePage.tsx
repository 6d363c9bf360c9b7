import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useDataProvider, useGetList, useNotify, useRecordContext } from 'react-admin'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { DeskContent } from '#contract/content.ts'
import type { Slot } from '#contract/programme.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { deskLocale, t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { EventSheet } from '../parts/EventSheet.tsx'
import { EventTabs } from '../parts/EventTabs.tsx'
import { Section } from '../parts/PageParts.tsx'
import { PlainTable } from '../parts/PlainTable.tsx'
import { byName, companyOf, nameOf } from '../parts/people.ts'
import { RECORDS_MAX } from '../parts/ReferenceSelect.tsx'
import { momentOf } from '../parts/times.ts'
import { messageOf, useSingleCall } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { plainList } from '../theme/shared.ts'
import { ContentMark, isOffer } from './tables.tsx'

const ALL = { page: 1, perPage: RECORDS_MAX }
const NONE: DeskContent[] = []

const roomOf = ({ location }: DeskContent): string => location || t('tables.no_room')
const leaderOf = ({ leader }: DeskContent): string =>
  leader === null ? t('tables.no_leader') : t('tables.led_by', { name: leader })
/** Drafts, offers and cancelled tables are not on paper. */
const isPrinted = ({ publish_at, cancelled_at }: DeskContent): boolean =>
  publish_at !== null && cancelled_at === null

type TablesProps = { tables: readonly DeskContent[] }

const Tables = ({ tables }: TablesProps) => (
  <ul className="desk-lines">
    {tables.map((table) => (
      <li key={table.id}>
        <div>
          <Link className="desk-name" to={`/contents/${table.id}`}>
            {table.title}
          </Link>{' '}
          <ContentMark content={table} />
          <p className="desk-quiet">
            {[
              table.table?.system,
              leaderOf(table),
              roomOf(table),
              t('contents.taken', { taken: table.taken, seats: table.seats ?? 0 }),
            ].join(' · ')}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

type ProgrammeProps = TablesProps & { slots: readonly Slot[] }

/** What the staff have to decide, above the rest. */
const OnScreen = ({ slots, tables }: ProgrammeProps) => {
  const waits = (table: DeskContent) => isOffer(table) || !slots.some(({ id }) => id === table.slot)
  const offered = tables.filter(waits)
  return (
    <>
      {offered.length > 0 && (
        <Section title={t('tables.offered')}>
          <Tables tables={offered} />
        </Section>
      )}
      {slots.map(({ id, starts_at, ends_at }) => {
        const placed = tables.filter((table) => table.slot === id && !waits(table))
        return (
          <Section key={id} title={momentOf(starts_at, ends_at)}>
            {placed.length > 0 ? <Tables tables={placed} /> : <p>{t('tables.empty')}</p>}
          </Section>
        )
      })}
    </>
  )
}

const PaperProgramme = ({ slots, tables }: ProgrammeProps) => (
  <Slots>
    {slots.map(({ id, starts_at, ends_at }) => (
      <Section key={id} title={momentOf(starts_at, ends_at)}>
        <PlainTable
          aria-label={momentOf(starts_at, ends_at)}
          heads={[t('tables.table'), t('fields.system'), t('tables.room'), t('fields.leader')]}
          isNamed
          rows={tables
            .filter(({ slot }) => slot === id)
            .map((table) => [
              table.title,
              table.table?.system,
              roomOf(table),
              table.leader ?? t('tables.no_leader'),
            ])}
        />
      </Section>
    ))}
  </Slots>
)

/** Tables in the order of their slots, "Table 9" before "Table 17". */
const inOrder = (one: DeskContent, other: DeskContent): number =>
  (one.starts_at ?? '').localeCompare(other.starts_at ?? '') ||
  one.title.localeCompare(other.title, deskLocale(), { numeric: true })

type DoorSheetProps = { table: DeskContent; people: readonly DeskRegistration[] }

/** The page of one table: who comes, each with a box to tick. */
const DoorSheet = ({ table, people }: DoorSheetProps) => (
  <Page aria-label={table.title}>
    <h2>{table.title}</h2>
    <p>
      {[roomOf(table), table.starts_at && momentOf(table.starts_at, table.ends_at)].join(' · ')}
    </p>
    <p>{[leaderOf(table), table.table?.system].join(' · ')}</p>
    <ul>
      {people.map((row) => (
        <li key={row.id}>
          <strong>{nameOf(row)}</strong> <span>{companyOf(row)}</span>
        </li>
      ))}
    </ul>
  </Page>
)

/** Prints the programme, or the people of its tables: they are read only for that, as the audit log says who has read them. */
function usePaper(tables: readonly DeskContent[]) {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const [people, setPeople] = useState<readonly DeskRegistration[] | null>(null)
  const print = (shown: typeof people) => {
    flushSync(() => setPeople(shown))
    window.print()
  }
  const { run: printSheets } = useSingleCall(() =>
    desk
      .getList<DeskRegistration>('registrations', {
        filter: { content_id: tables.map(({ id }) => id), state: ['coming'] },
        pagination: ALL,
        sort: { field: 'queued_at', order: 'ASC' },
      })
      .then(
        ({ data }) => print(data),
        (error: unknown) => notify(messageOf(error), { type: 'error' }),
      ),
  )
  return { people, printSheets, printProgramme: () => print(null) }
}

const Programme = () => {
  const event = useRecordContext<DeskContent>()
  const {
    data = NONE,
    isPending,
    error,
  } = useGetList<DeskContent>(
    'contents',
    {
      filter: { parent_id: event?.id },
      pagination: ALL,
    },
    { enabled: event !== undefined },
  )
  const tables = data.toSorted(inOrder)
  const printed = tables.filter(isPrinted)
  const { people, printSheets, printProgramme } = usePaper(printed)
  if (!event) return null
  const { id, slots } = event
  return (
    <EventSheet
      actions={
        <>
          <Link className="desk-primary" to={`/contents/create?kind=event&parent=${id}`}>
            {t('tables.create')}
          </Link>
          {printed.length > 0 && (
            <>
              <ActionButton onClick={printProgramme}>{t('tables.print')}</ActionButton>
              <ActionButton onClick={printSheets}>{t('tables.print_sheets')}</ActionButton>
            </>
          )}
        </>
      }
      event={event}
      hasOwnPaper={people !== null}
    >
      <Screen className="desk-screen">
        {error && <p role="alert">{messageOf(error)}</p>}
        {!isPending && <OnScreen slots={slots} tables={tables} />}
      </Screen>
      <div className="desk-paper">
        {people === null ? (
          <PaperProgramme slots={slots} tables={printed} />
        ) : (
          printed.map((table) => (
            <DoorSheet
              key={table.id}
              people={people.filter(({ content_id }) => content_id === table.id).sort(byName)}
              table={table}
            />
          ))
        )}
      </div>
    </EventSheet>
  )
}

export const ProgrammePage = () => (
  <DeskShow actions={<EventTabs />} title={t('tables.programme')}>
    <Programme />
  </DeskShow>
)

const Screen = styled('div')({ marginTop: 24 })

/** The columns of all slots have the same widths. */
const Slots = styled('div')({
  '& table': { width: '100%', tableLayout: 'fixed', overflowWrap: 'anywhere' },
  '& th:first-of-type': { width: '40%' },
  '& tr': { breakInside: 'avoid' },
  '& h2': { breakAfter: 'avoid' },
})

const Page = styled('section')({
  '&:not(:last-child)': { breakAfter: 'page' },
  '& ul': plainList,
  '& li': {
    display: 'flex',
    gap: 12,
    alignItems: 'center',
    padding: '8px 0',
    breakInside: 'avoid',
  },
  '& li::before': { content: "''", flex: 'none', width: 16, height: 16, border: '1px solid' },
})
