import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { TEXT_MAX } from '#contract/fields.ts'
import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import { type PastDate, type PastDetails, RECAP_MAX, type Recap } from '#contract/past.ts'
import { listed } from '#shared/lists.ts'
import { marked } from '#shared/search.ts'
import { sortedBy } from '#src/platform/intl.ts'
import { announces } from '#src/platform/page.ts'
import { goToElement } from '#src/platform/viewport.ts'
import { pastApi } from '#src/store/groups/past/api.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, FormFoot, useForm } from '#src/ui/form/Form.tsx'
import { LinkedText } from '#src/ui/LinkedText.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Marked } from '#src/ui/Marked.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SearchField, TextArea } from '#src/ui/TextField.tsx'
import { TIME, Timed, TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useSettled } from '#src/ui/useSettled.ts'
import { FormattedText } from '../../formatting/FormattedText.tsx'
import { TextPreview } from '../../formatting/TextPreview.tsx'
import { useTermParts } from '../../linking/useTermParts.ts'
import { ThingMenu } from '../../reports/ThingMenu.tsx'
import { groupCardId } from '../parts.ts'
import { Fact } from '../planning/RadioRow.tsx'
import { useOvertaken } from '../useOvertaken.ts'

/** What is written about a date; without an id the dialog is closed. */
type Subject = { readonly kind: 'recap' | 'came'; readonly id: GameDateId | null }
type PastDialogProps = Subject & { group: GroupId; onClose: () => void }

export function PastDialog({ group, kind, id, onClose }: PastDialogProps) {
  const { t } = useTranslation()
  const { data } = pastApi.useGetPastDateQuery(id === null ? skipToken : { group_id: group, id })
  const isRecap = kind === 'recap'
  const DateForm = isRecap ? RecapForm : CameForm
  return (
    <Modal
      open={id !== null && data !== undefined}
      onClose={onClose}
      title={t(isRecap ? 'past.recap' : 'past.who_came')}
      size={isRecap ? 'large' : 'medium'}
      isStatic={isRecap}
    >
      {data && <DateForm key={id} group={group} details={data} onDone={onClose} />}
    </Modal>
  )
}

type FormProps = { group: GroupId; details: PastDetails; onDone: () => void }

function RecapForm({ group, details: { date, recap }, onDone }: FormProps) {
  const { t } = useTranslation()
  const { opened, current, isConflict, settle } = useOvertaken(recap)
  const [save] = pastApi.useSaveRecapMutation()
  const keep = `recap/${date.id}`
  const form = useForm({ initial: { text: opened.text }, keep })
  useUnsaved(keep, [form.values.text], [opened.text])

  const handleSubmit = async ({ text }: Pick<Recap, 'text'>) => {
    const { version } = current
    const { error } = await save({ group_id: group, id: date.id, text, version })
    settle(error)
    form.settle(error, onDone)
    return refusalOf<'text'>(error, t, 'past.failed')
  }
  const isFormatted = announces('formatting')
  const Area = isFormatted ? FormattedText : TextArea
  return (
    <Form form={form} onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p className="font-sans font-medium wrap-anywhere">
        <TimeSpan start={date.starts_at} end={date.ends_at} />
        <Fact>{date.title}</Fact>
      </p>
      {(isConflict || form.kept.found?.isOvertaken) && (
        <section aria-label={t('past.theirs')} className="border-s-2 border-gold ps-3">
          <RecapText recap={recap} />
        </section>
      )}
      <Area
        {...form.field('text')}
        data-autofocus
        label={t('past.text')}
        hint={t('past.text_hint')}
        rows={10}
        maxLength={RECAP_MAX}
      />
      {isFormatted && (
        <TextPreview written={[{ title: t('past.recap'), text: form.values.text }]} />
      )}
      <FormFoot form={form}>{t('past.save')}</FormFoot>
    </Form>
  )
}

/** Sends only what was changed here: others may correct other members at the same time. */
function CameForm({ group, details: { date, absent = [] }, onDone }: FormProps) {
  const { t } = useTranslation()
  const [save, { isLoading, error }] = pastApi.useCorrectAttendanceMutation()
  const [changed, setChanged] = useState<ReadonlyMap<MemberId, boolean>>(new Map())
  const cameBefore = new Set(date.came.map(({ member_id }) => member_id))
  const people = sortedBy([...date.came, ...absent], ({ name }) => name, useLanguage())
  const hasCome = (id: MemberId) => changed.get(id) ?? cameBefore.has(id)

  const handleSave = async () => {
    const changes = [...changed]
      .filter(([id, came]) => cameBefore.has(id) !== came)
      .map(([member_id, came]) => ({ member_id, came }))
    if (changes.length === 0) return onDone()
    const { error: refused } = await save({ group_id: group, id: date.id, changes })
    if (!refused) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col">
        <legend className="font-sans text-ui text-ink-soft">{t('past.who_came_hint')}</legend>
        {people.map(({ member_id, name }) => (
          <Checkbox
            key={member_id}
            label={name}
            checked={hasCome(member_id)}
            onChange={(came) => setChanged(new Map(changed).set(member_id, came))}
          />
        ))}
      </fieldset>
      <FormError message={refusalText(error, t, 'past.came_failed')} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isLoading} onClick={() => void handleSave()}>
          {t('past.save_came')}
        </Button>
      </div>
    </div>
  )
}

type Props = { group: GroupId /** The date that the URL names. */; asked: GameDateId | null }

/** The past sessions of a group with their search. The dialog is here, since a search removes rows. */
export function PastList({ group, asked }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [dialog, setDialog] = useState<Subject>({ kind: 'recap', id: null })
  const { hash, key } = useLocation()
  const [seen, setSeen] = useState('')
  if (asked !== null && hash === `#${groupCardId(group)}-recap` && key !== seen) {
    setSeen(key)
    setDialog({ kind: 'recap', id: asked })
  }
  const term = useSettled(typed.trim())
  return (
    <div className="flex flex-col gap-3 pt-1">
      <SearchField
        label={t('past.search')}
        value={typed}
        onChange={setTyped}
        maxLength={TEXT_MAX}
        className="w-full sm:max-w-sm"
      />
      <Dates group={group} term={term} asked={asked} onOpen={setDialog} />
      <PastDialog {...dialog} group={group} onClose={() => setDialog({ ...dialog, id: null })} />
    </div>
  )
}

type DatesProps = Props & { term: string; onOpen: OpenDialog }

function Dates({ group, term, asked, onOpen }: DatesProps) {
  const { t } = useTranslation()
  const result = pastApi.useListPastDatesInfiniteQuery({ id: group, q: term || null })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = result
  return (
    <LoadState result={result} skeleton={<SkeletonBars count={3} />}>
      {({ pages }) => {
        const dates = pages.flatMap((page) => page.dates)
        // An older one is shown apart, and not twice.
        const isApart = asked !== null && term === '' && !pages[0]?.dates.some(isAt(asked))
        const listed = isApart ? dates.filter((date) => !isAt(asked)(date)) : dates
        return (
          <div aria-busy={result.isFetching}>
            <p role="status" className="text-ink-soft">
              {dates.length === 0 && term !== '' && t('past.nothing_found', { term })}
            </p>
            {isApart && <AskedDate group={group} id={asked} onOpen={onOpen} />}
            <ul tabIndex={-1} className="divide-y divide-line outline-none">
              {listed.map((date) => (
                <PastRow
                  key={date.id}
                  group={group}
                  date={date}
                  term={term}
                  isAsked={date.id === asked}
                  onOpen={onOpen}
                />
              ))}
            </ul>
            {hasNextPage && (
              <ShowMore
                label={t('past.more')}
                isBusy={isFetchingNextPage}
                onShowMore={() => void fetchNextPage()}
              />
            )}
            <FormError message={isFetchNextPageError ? t('errors.load_failed') : undefined} />
          </div>
        )
      }}
    </LoadState>
  )
}

const isAt =
  (wanted: GameDateId) =>
  ({ id }: { readonly id: GameDateId }) =>
    id === wanted

type AskedProps = { group: GroupId; id: GameDateId; onOpen: OpenDialog }

/** A date that the URL names, if it is not among the latest. */
function AskedDate({ group, id, onOpen }: AskedProps) {
  const { t } = useTranslation()
  const { data, error } = pastApi.useGetPastDateQuery({ group_id: group, id })
  if (data === undefined) return error && <p role="alert">{t('past.not_found')}</p>
  return (
    <ul className="border-b border-line">
      <PastRow group={group} date={data.date} term="" isAsked onOpen={onOpen} />
    </ul>
  )
}

type PastRowProps = {
  group: GroupId
  date: PastDate
  /** Marked in the title. */
  term: string
  /** The URL names this date: it is opened, and scrolled to. */
  isAsked: boolean
  onOpen: OpenDialog
}

function PastRow({ group, date, term, isAsked, onOpen }: PastRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const [isOpen, setIsOpen] = useState(isAsked)
  useEffect(() => {
    if (isAsked && row.current) goToElement(row.current)
  }, [isAsked])
  const { title, starts_at, ends_at, place } = date
  return (
    <li ref={row} tabIndex={-1} className="scroll-mt-16 py-1 outline-none">
      <Collapse
        title={
          <>
            <TimeSpan start={starts_at} end={ends_at} className="font-medium" />
            {title !== '' && <span>{'\u00a0· '}</span>}
            <span>
              <Marked parts={marked(title, term)} />
            </span>
            <Fact>{place}</Fact>
          </>
        }
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <Details group={group} id={date.id} onOpen={onOpen} />
      </Collapse>
      {!isOpen && <Glance date={date} />}
    </li>
  )
}

/** How many came, and a line of the recap. */
function Glance({ date: { came, came_gone, excerpt } }: Pick<PastRowProps, 'date'>) {
  const { t } = useTranslation()
  return (
    <div className="pb-2 text-sm text-ink-soft wrap-anywhere sm:ps-8">
      <p>{t('past.came_count', { count: came.length + came_gone })}</p>
      {Array.isArray(excerpt) && (
        <p>
          <Marked parts={excerpt} />
        </p>
      )}
    </div>
  )
}

type DetailsProps = { group: GroupId; id: GameDateId; onOpen: OpenDialog }

function Details({ group, id, onOpen }: DetailsProps) {
  const { t } = useTranslation()
  const result = pastApi.useGetPastDateQuery({ group_id: group, id })
  return (
    <LoadState result={result} skeleton={<SkeletonBars count={2} />}>
      {({ date, recap, absent }) => (
        <div className="flex flex-col gap-3 pb-4 sm:ps-8">
          <WhoCame date={date} />
          <Written recap={recap} />
          <div className="flex flex-wrap gap-2">
            <Button icon="pencil" onClick={() => onOpen({ kind: 'recap', id })}>
              {t(recap.text === '' ? 'past.write' : 'past.edit')}
            </Button>
            {absent !== undefined && (
              <Button onClick={() => onOpen({ kind: 'came', id })}>{t('past.correct')}</Button>
            )}
            {recap.text !== '' && (
              <ThingMenu
                about={date.title || t('past.recap')}
                by={recap.written_by}
                things={[{ kind: 'recap', id }]}
              />
            )}
          </div>
        </div>
      )}
    </LoadState>
  )
}

function WhoCame({ date: { came, came_gone } }: Pick<PastDetails, 'date'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const people = [
    ...sortedBy(came, ({ name }) => name, language).map(({ name }) => name),
    ...(came_gone > 0 ? [t('past.gone', { count: came_gone })] : []),
  ]
  const names = listed(people, language)
  return (
    <p className="wrap-anywhere">{names === '' ? t('past.nobody') : t('past.came', { names })}</p>
  )
}

function Written({ recap }: { recap: Recap }) {
  const { t } = useTranslation()
  const { text, written_at, written_by } = recap
  if (text === '') return <p className="text-ink-soft">{t('past.no_recap')}</p>
  return (
    <div>
      <RecapText recap={recap} />
      <p className="mt-2 text-sm text-ink-soft">
        <Timed
          text={t('past.written_by', {
            name: written_by ?? t('group_page.log_former'),
            date: TIME,
          })}
          at={written_at}
        />
      </p>
    </div>
  )
}

type OpenDialog = (subject: Subject) => void

/** A recap with its formatting, and with links to what it names. */
const RecapText = ({ recap: { text, text_rich } }: { recap: Recap }) => (
  <LinkedText text={text} tree={text_rich} parts={useTermParts()} level={5} />
)
