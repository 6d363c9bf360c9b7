import { styled } from '@mui/material/styles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useDataProvider, useNotify } from 'react-admin'
import { Link } from 'react-router'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ActionButton.tsx'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import { StateMark } from '../parts/PageParts.tsx'
import { companyOf, nameOf } from '../parts/people.ts'
import { momentOf } from '../parts/times.ts'
import { actionOf, messageOf, useAction } from '../parts/useAction.ts'
import { useMayOpen } from '../session/authProvider.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { line, SMALL } from '../theme/shared.ts'

const LISTS = { queryKey: ['registrations', 'getList'] }

/**
 * Marks that a member came, or takes the mark back. The list shows it at once. Calls about one registration follow each
 * other, and without a network they wait for it.
 */
function useMark({ id, attended_at: before }: DeskRegistration) {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const client = useQueryClient()
  const show = (attended_at: string | null) =>
    client.setQueriesData<{ data: DeskRegistration[] }>(
      LISTS,
      (list) =>
        list && {
          ...list,
          data: list.data.map((one) => (one.id === id ? { ...one, attended_at } : one)),
        },
    )
  const { mutate } = useMutation({
    scope: { id: `attend-${id}` },
    mutationFn: (came: boolean) => desk.call(deskCalls.registrations.attend, { id, came }),
    onMutate: async (came) => {
      // A list that was requested before would bring the old mark.
      await client.cancelQueries(LISTS)
      show(came ? new Date().toISOString() : null)
      return { before }
    },
    onError: (error, _came, shown) => {
      show(shown?.before ?? null)
      notify(messageOf(error), { type: 'error' })
      void client.invalidateQueries(LISTS)
    },
  })
  return mutate
}

const { giveSeat, takeOff } = deskCalls.registrations

/** What can be done with a registration besides the tick, by its state. */
const RowActions = ({ row }: { row: DeskRegistration }) => {
  const { attempt, isBusy } = useAction()
  const { id, state } = row
  const name = nameOf(row)
  return (
    <>
      {state !== 'coming' && !row.held_until && (
        <ConfirmButton
          disabled={isBusy}
          label={t('registrations.give_seat')}
          onConfirm={() => attempt(actionOf(giveSeat, { id }, t('registrations.give_seat_done')))}
          text={t('registrations.give_seat_sure')}
          title={t('registrations.give_seat_ask', { name })}
        />
      )}
      {state !== 'cancelled' && (
        <ConfirmButton
          disabled={isBusy}
          isDangerous
          keep={t('registrations.keep')}
          label={t('registrations.take_off')}
          onConfirm={() => attempt(actionOf(takeOff, { id }, t('registrations.take_off_done')))}
          text={t('registrations.take_off_sure')}
          title={t('registrations.take_off_ask', { name })}
        />
      )}
    </>
  )
}

/** @param texts one of each question, those of one column below each other; what has no room is cut off */
const Cells = ({ texts }: { texts: readonly string[] }) =>
  texts.length > 0 && (
    <small>
      {[...texts.entries()].map(([column, text]) => (
        <span key={column} title={text}>
          {text}
        </span>
      ))}
    </small>
  )

type HeadProps = { questions: readonly string[]; hasBoxes: boolean }

/** The questions above the answers of the rows. */
export const DoorHead = ({ questions, hasBoxes }: HeadProps) => (
  <Row as="section" className="desk-screen" data-boxes={hasBoxes}>
    <p>
      <span>{t('fields.name')}</span>
      <Cells texts={questions} />
    </p>
  </Row>
)

type Props = Pick<HeadProps, 'questions'> & {
  row: DeskRegistration
  onMark: (id: number) => void
}

/** One line per person: a box to tick for those with a seat, the name, the answers. The rest is behind the button. */
export const DoorRow = ({ row, questions, onMark }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const mark = useMark(row)
  const more = useId()
  const { id, state, attended_at } = row
  const name = nameOf(row)
  const company = companyOf(row)
  const texts = (
    <>
      <span>
        <strong>{name}</strong> {state === 'offered' && <StateMark state={state} />}
        {company !== '' && <span className="desk-quiet">{company}</span>}{' '}
        {row.held_until && (
          <span className="desk-quiet">
            {t('registrations.held_until', { date: momentOf(row.held_until) })}
          </span>
        )}
      </span>
      <Cells texts={questions.map((question) => answerTo(row, question))} />
    </>
  )
  const handleMark = (came: boolean) => {
    onMark(id)
    mark(came)
  }
  return (
    <Row>
      {state === 'coming' ? (
        <label>
          <input
            aria-label={t('registrations.came_name', { name })}
            checked={attended_at !== null}
            onChange={({ target }) => handleMark(target.checked)}
            type="checkbox"
          />
          {texts}
        </label>
      ) : (
        <p>{texts}</p>
      )}
      <button
        aria-controls={more}
        aria-expanded={isOpen}
        aria-label={t('registrations.details', { name })}
        className="desk-screen"
        onClick={() => setIsOpen(!isOpen)}
        type="button"
      >
        <DeskIcon name="chevron" />
      </button>
      <div className="desk-screen" id={more}>
        {isOpen && <Details row={row} />}
      </div>
    </Row>
  )
}

export const answersOf = ({ answers }: DeskRegistration) =>
  answers.filter(({ answer }) => answer !== '')
const answerTo = (row: DeskRegistration, question: string): string =>
  answersOf(row).find((one) => one.question === question)?.answer ?? ''

const Details = ({ row }: { row: DeskRegistration }) => {
  const mayOpen = useMayOpen()
  const facts: { question: string; answer: ReactNode }[] = [
    ...(row.email
      ? [{ question: t('fields.email'), answer: <a href={`mailto:${row.email}`}>{row.email}</a> }]
      : []),
    { question: t('registrations.signed_up'), answer: momentOf(row.queued_at) },
    ...(row.offered_until === null
      ? []
      : [{ question: t('registrations.offered_until'), answer: momentOf(row.offered_until) }]),
    ...answersOf(row),
  ]
  return (
    <>
      <dl>
        {facts.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <div className="desk-actions">
        {row.user && mayOpen('members') && (
          <Link className="desk-plain" to={`/members/${row.user.id}/show`}>
            {t('registrations.open_member')}
          </Link>
        )}
        <RowActions row={row} />
      </div>
    </>
  )
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 44px',
  '& + &': { borderTop: line },
  '& > label, & > p': {
    display: 'flex',
    gap: 12,
    alignItems: 'center',
    minHeight: 44,
    margin: 0,
  },
  '& > label': { cursor: 'pointer' },
  '& input': { flex: 'none', width: 22, height: 22, margin: 0, accentColor: 'var(--gold-deep)' },
  '& strong': { fontWeight: 500 },
  // Names, and answers of one question, are columns, also of the head.
  '& > * > span': { flex: '0 0 220px', overflowWrap: 'anywhere', '&:last-child': { flex: 1 } },
  '& small': {
    flex: '1 1 0',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 12,
    height: '1.5em',
    overflow: 'hidden',
    color: 'var(--ink-soft)',
    fontSize: 15,
    lineHeight: 1.5,
    '& > span': { flex: '1 1 100px', ...oneLine },
  },
  '&[data-boxes]': { color: 'var(--ink-soft)', '& > p': { minHeight: 24 } },
  '&[data-boxes="true"] > p::before': { content: "''", flex: 'none', width: 22 },
  '& > button': {
    display: 'grid',
    placeItems: 'center',
    height: 44,
    padding: 0,
    border: 0,
    background: 'none',
    color: 'var(--ink-soft)',
    cursor: 'pointer',
    '&[aria-expanded="true"] svg': { transform: 'rotate(180deg)' },
  },
  '& > div': { gridColumn: '1 / -1' },
  '& dl': { display: 'grid', gap: 8, maxWidth: '75ch', margin: '0 0 12px' },
  '& dt': { color: 'var(--ink-soft)', fontSize: 15 },
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& .desk-actions': { paddingBottom: 16 },
  [SMALL]: { '& > * > span': { flexBasis: '40%' } },
  '@media print': {
    breakInside: 'avoid',
    '& small': { display: 'none' },
    '& > * > span': { flexBasis: 'auto' },
  },
})
