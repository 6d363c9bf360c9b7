import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { useGetList, useRecordContext } from 'react-admin'
import { useSearchParams } from 'react-router'
import type { DeskContent } from '#contract/content.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import {
  type DeskRegistration,
  MESSAGE_SUBJECT_MAX,
  MESSAGE_TEXT_MAX,
} from '#contract/registration.ts'
import {
  REGISTRATION_AUDIENCES,
  type RegistrationAudience,
  type RegistrationState,
} from '#contract/sets.ts'
import { termKey } from '#shared/search.ts'
import { inDeskLanguage, resourceName, t } from '../i18n.ts'
import { ActionButton, ConfirmButton, REASON_MAX } from '../parts/ActionButton.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { DialogField, DialogSelect } from '../parts/Dialog.tsx'
import { EventSheet } from '../parts/EventSheet.tsx'
import { EventTabs } from '../parts/EventTabs.tsx'
import { byName, nameOf, peopleIn } from '../parts/people.ts'
import { actionOf, messageOf, useAction } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'
import { lining, plainList, SMALL } from '../theme/shared.ts'
import { answersOf, DoorHead, DoorRow } from './DoorRow.tsx'

/** What the list can show, and the registrations that it fetches for it. */
const VIEWS = {
  coming: ['coming'],
  missing: ['coming'],
  waiting: ['offered', 'waiting'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly RegistrationState[]>
type View = keyof typeof VIEWS
const isView = (name: string): name is View => Object.hasOwn(VIEWS, name)
const VIEW_NAMES = Object.keys(VIEWS).filter(isView)

type Choice = {
  readonly view: View
  readonly term: string
  /** Ids that were ticked in this view. They stay in it, so that the tick can be taken back. */
  readonly kept: ReadonlySet<number>
}

/** Rows by name, and those of the waiting list in its order. */
function shownRows(
  rows: readonly DeskRegistration[],
  { view, term, kept }: Choice,
): DeskRegistration[] {
  const key = termKey(term)
  const found = rows.filter(
    (row) =>
      [nameOf(row), ...row.companions].some((name) => termKey(name).includes(key)) &&
      (view !== 'missing' || row.attended_at === null || kept.has(row.id)),
  )
  if (view === 'waiting') return found
  return found.sort(byName)
}

type WriteButtonProps = { id: number; title: string }

/** A mail to those who have signed up. What was typed stays until it is sent. */
const WriteButton = ({ id, title }: WriteButtonProps) => {
  const { attempt, isBusy } = useAction()
  const [to, setTo] = useState<RegistrationAudience>('coming')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  useUnloadWarning(subject.trim() !== '' || text.trim() !== '')

  const handleConfirm = async () => {
    if (subject.trim() === '' || text.trim() === '') return t('registrations.write_missing')
    const args = { id, to, subject, text }
    const route = deskCalls.contents.writeToRegistered
    const problem = await attempt(actionOf(route, args, t('registrations.write_done')))
    if (problem === '') {
      setSubject('')
      setText('')
    }
    return problem
  }
  return (
    <ConfirmButton
      confirm={t('registrations.write_send')}
      disabled={isBusy}
      label={t('registrations.write')}
      onConfirm={handleConfirm}
      title={t('registrations.write_title', { name: title })}
    >
      <DialogSelect
        choices={REGISTRATION_AUDIENCES.map((one) => [one, t(`registrations.audiences.${one}`)])}
        label={t('registrations.to')}
        onChange={setTo}
        value={to}
      />
      <DialogField
        label={t('registrations.subject')}
        maxLength={MESSAGE_SUBJECT_MAX}
        onChange={setSubject}
        value={subject}
      />
      <DialogField
        label={t('registrations.text')}
        maxLength={MESSAGE_TEXT_MAX}
        onChange={setText}
        rows={6}
        value={text}
      />
    </ConfirmButton>
  )
}

const EMPTY = { name: '', companions: '', reason: '' }

/** Puts a member, or a person without an account, on the list. What was typed stays until it is sent. */
const AddButton = ({ event: { id, title } }: { event: DeskContent }) => {
  const { attempt, isBusy } = useAction()
  const [who, setWho] = useState<'username' | 'name'>('username')
  const [typed, setTyped] = useState(EMPTY)
  useUnloadWarning(typed.name.trim() !== '')
  const handleConfirm = async () => {
    const { name, reason } = typed
    if (name.trim() === '') return t('registrations.add_missing')
    const companions = typed.companions.split('\n').filter((line) => line.trim() !== '')
    const person = {
      content_id: id,
      ...(who === 'username' ? { username: name } : { name }),
      ...(companions.length > 0 && { companions }),
      ...(reason.trim() !== '' && { reason }),
    }
    const act = actionOf(deskCalls.registrations.add, person, t('registrations.add_done'))
    const problem = await attempt(act)
    if (problem === '') setTyped(EMPTY)
    return problem
  }
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  return (
    <ConfirmButton
      confirm={t('registrations.add_confirm')}
      disabled={isBusy}
      label={t('registrations.add')}
      onConfirm={handleConfirm}
      title={t('registrations.add_title', { name: title })}
    >
      <DialogSelect
        choices={(['username', 'name'] as const).map((one) => [
          one,
          t(`registrations.add_who.${one}`),
        ])}
        label={t('registrations.add_label')}
        onChange={setWho}
        value={who}
      />
      <DialogField
        {...field('name')}
        label={t(`registrations.add_field.${who}`)}
        note={t(`registrations.add_note.${who}`)}
      />
      <DialogField
        {...field('companions')}
        isOptional
        label={t('registrations.companions')}
        note={t('registrations.companions_note')}
        rows={2}
      />
      <DialogField
        {...field('reason')}
        isOptional
        label={t('registrations.add_reason')}
        maxLength={REASON_MAX}
        note={t('registrations.add_reason_note')}
        rows={2}
      />
    </ConfirmButton>
  )
}

type Chosen = Pick<Choice, 'view' | 'term'>
type Props = Chosen & { onChoice: (part: Partial<Chosen>) => void }

const DoorFilters = ({ view, term, onChoice }: Props) => {
  const field = useId()
  return (
    <>
      <div className="desk-select">
        <label htmlFor={field}>{t('registrations.search')}</label>
        <input
          autoComplete="off"
          id={field}
          onChange={({ target }) => onChoice({ term: target.value })}
          type="search"
          value={term}
        />
      </div>
      <div className="desk-select">
        <DialogSelect
          choices={VIEW_NAMES.map((one) => [one, t(`registrations.views.${one}`)])}
          label={t('registrations.show')}
          onChange={(chosen) => onChoice({ view: chosen })}
          value={view}
        />
      </div>
    </>
  )
}

const NOBODY: ReadonlySet<number> = new Set()

/**
 * What the list shows. The address has it too, so that Back from another page finds it again; it follows a moment later
 * than a field can be typed into.
 */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const [choice, setChoice] = useState<Choice>(() => ({
    view: params.getAll('show').find(isView) ?? 'coming',
    term: params.get('name') ?? '',
    kept: NOBODY,
  }))
  const choose = (part: Partial<Pick<Choice, 'view' | 'term'>>) => {
    const next = { ...choice, ...part, kept: NOBODY }
    setChoice(next)
    setParams(
      {
        ...(next.view !== 'coming' && { show: next.view }),
        ...(next.term !== '' && { name: next.term }),
      },
      { replace: true },
    )
  }
  const keep = (id: number) =>
    setChoice((before) => ({ ...before, kept: new Set(before.kept).add(id) }))
  return { choice, choose, keep }
}

/** Above the seats of any event, and the most that the desk sends. */
const ROWS_MAX = 1000
const NONE: DeskRegistration[] = []

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
  const questions = [...new Set(data.flatMap(answersOf).map(({ question }) => question))]
  const hasBoxes = view === 'coming' || view === 'missing'
  const came = peopleIn(data.filter(({ attended_at }) => attended_at !== null))
  return (
    <>
      <Bar className="desk-screen">
        <DoorFilters onChoice={choose} term={term} view={view} />
        <p role="status">
          {!isPending &&
            (hasBoxes
              ? t('registrations.count', { came, all: peopleIn(data) })
              : t('registrations.people', { smart_count: peopleIn(data) }))}
        </p>
        {questions.length > 0 && <DoorHead hasBoxes={hasBoxes} questions={questions} />}
      </Bar>
      {error && <p role="alert">{messageOf(error)}</p>}
      <p className="desk-paper">{t('registrations.people', { smart_count: peopleIn(rows) })}</p>
      <Rows aria-label={t(`registrations.views.${view}`)}>
        {rows.map((row) => (
          <DoorRow key={row.id} onMark={keep} questions={questions} row={row} />
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
  const { id, title } = event
  return (
    <EventSheet
      actions={
        <>
          <AddButton event={event} />
          <ActionButton onClick={() => window.print()}>{t('registrations.print')}</ActionButton>
          <a className="desk-plain" download href={fileUrl(id)}>
            {t('registrations.file')}
          </a>
          <WriteButton id={id} title={title} />
        </>
      }
      event={event}
    >
      <DoorList event={event} />
    </EventSheet>
  )
}

const fileUrl = (id: number): string =>
  inDeskLanguage(`${DESK_API_BASE}/contents/${id}/registrations.csv`)

export const RegistrationsPage = () => (
  <DeskShow actions={<EventTabs />} title={resourceName('registrations')}>
    <Page />
  </DeskShow>
)

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
  '& > section': { flex: '1 0 100%' },
  '& input, & select': { height: 44 },
  [SMALL]: { '& > p': { flexBasis: '100%', margin: 0 } },
})

const Rows = styled('ul')({ ...plainList, '&:empty': { display: 'none' } })
