import { styled } from '@mui/material/styles'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  List,
  RecordContextProvider,
  ReferenceField,
  type ResourceProps,
  useGetIdentity,
  useListContext,
  useStore,
} from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { ReviewItem, ReviewStats } from '#contract/review.ts'
import { t, wordOf } from '../i18n.ts'
import { ActionButton, ReasonButton } from '../parts/ActionButton.tsx'
import { personName } from '../parts/auditSentences.ts'
import { MoreActs } from '../parts/MoreActs.tsx'
import { StateMark } from '../parts/PageParts.tsx'
import { Switch } from '../parts/Switch.tsx'
import { TextPreview } from '../parts/TextPreview.tsx'
import { ago, momentOf, span } from '../parts/times.ts'
import { actionOf, useAction, useResponse } from '../parts/useAction.ts'
import { undoing } from './decisions.ts'
import { EditButton } from './EditButton.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

const calls = deskCalls.review

const ReviewCard = ({ item }: { item: ReviewItem }) => (
  <RecordContextProvider value={item}>
    <article
      aria-labelledby={`entry-${item.id}`}
      className="desk-card"
      data-entry={item.id}
      tabIndex={-1}
    >
      <header>
        <h2 id={`entry-${item.id}`}>{item.title}</h2>
        <StateMark state={item.state} />
      </header>
      <p className="desk-quiet">
        <span>
          {t('review.sent_by', {
            name: personName(item.created_by.username),
            ago: ago(item.created_at),
          })}
        </span>
        <span> · </span>
        <ReferenceField link={false} reference="glossary-types" source="type_id" />
        {item.subtype_id !== null && <span> / </span>}
        <ReferenceField link={false} reference="glossary-subtypes" source="subtype_id" />
      </p>
      {item.picture && <img alt="" className="desk-picture" src={item.picture.url} />}
      <p className="desk-text">{item.description}</p>
      {item.sub_entries.map(({ id, title, content }) => (
        <section className="desk-text" key={id}>
          <h3 dir="auto">{title}</h3>
          <p className="desk-text">{content}</p>
        </section>
      ))}
      {item.format === 'light' && <TextPreview written={item.sub_entries.map(writtenText)} />}
      <NearTitles item={item} />
      {item.rejection_reason && <p className="desk-text">{item.rejection_reason}</p>}
      <Reviewer item={item} />
      {item.state === 'pending' ? <Decisions item={item} /> : <UndoButton item={item} />}
    </article>
  </RecordContextProvider>
)

type Section = ReviewItem['sub_entries'][number]
const writtenText = ({ title, content }: Section) => ({ title, text: content })

const NearTitles = ({ item: { near_titles: near } }: { item: ReviewItem }) =>
  near && near.length > 0 ? (
    <Near>
      {t('review.near')}
      <ul>
        {near.map(({ id, title, state }) => (
          <li key={id}>{`${title} (${wordOf(state)})`}</li>
        ))}
      </ul>
    </Near>
  ) : null

const Near = styled('div')({
  padding: '8px 12px',
  borderInlineStart: '3px solid var(--gold-deep)',
  background: 'var(--ground)',
  '& ul': { margin: '4px 0 0' },
})

/** Who claims the entry, or has decided about it. */
const Reviewer = ({ item: { claim, decision, state } }: { item: ReviewItem }) => {
  if (state !== 'pending' && decision)
    return (
      <p>
        {t('review.decision', {
          state: decision.how ? t(`review.how.${decision.how}`) : wordOf(state),
          name: decision.by ? personName(decision.by.username) : t('review.command_line'),
          at: momentOf(decision.at),
        })}
      </p>
    )
  return (
    claim && <p>{t('review.claimed', { name: claim.by.username, until: momentOf(claim.until) })}</p>
  )
}

/** The buttons stay enabled during a call, which is sent once all the same: a disabled one would lose the focus. */
const Decisions = ({ item }: { item: ReviewItem }) => {
  const { id, claim, title: name } = item
  const { run, attempt } = useAction()
  const { identity } = useGetIdentity()
  if (item.created_by.id === identity?.id) return <p>{t('review.own')}</p>
  const isMine = claim !== null && claim.by.id === identity?.id
  const disabled = claim !== null && !isMine
  const undo = undoing(item)
  const claiming = isMine
    ? actionOf(calls.release, { id }, t('review.release_done'))
    : actionOf(calls.claim, { id }, t('review.claim_done'))
  const approving = actionOf(calls.approve, { id }, t('review.approve_done'), undo)
  const asking = (reason: string) =>
    actionOf(calls.askChanges, { id, reason }, t('review.ask_done'), undo)
  const rejecting = (reason: string) =>
    actionOf(calls.reject, { id, reason }, t('review.reject_done'), undo)
  return (
    <div className="desk-actions">
      <ActionButton disabled={disabled} isPrimary onClick={() => run(approving)} shortcut="a">
        {t('review.approve')}
      </ActionButton>
      <MoreActs name={name}>
        <ActionButton disabled={disabled} onClick={() => run(claiming)} shortcut="c">
          {isMine ? t('review.release') : t('review.claim')}
        </ActionButton>
        <EditButton disabled={disabled} item={item} />
        <ReasonButton
          disabled={disabled}
          field={t('review.ask_field')}
          isDangerous={false}
          label={t('review.ask')}
          missing={t('review.ask_missing')}
          note={t('review.ask_note')}
          onReason={(reason) => attempt(asking(reason))}
          shortcut="m"
          title={t('review.ask_ask', { name })}
        />
        <ReasonButton
          disabled={disabled}
          label={t('review.reject')}
          onReason={(reason) => attempt(rejecting(reason))}
          shortcut="r"
          title={t('review.reject_ask', { name })}
        />
      </MoreActs>
    </div>
  )
}

const UndoButton = ({ item }: { item: ReviewItem }) => {
  const { run } = useAction()
  const { identity } = useGetIdentity()
  if (!item.decision?.undo_until || item.created_by.id === identity?.id) return null
  return (
    <div className="desk-actions">
      <ActionButton onClick={() => run(undoing(item))} shortcut="u">
        {t('review.undo')}
      </ActionButton>
    </div>
  )
}

/** Elements that use the keys themselves. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]'

type Keys = {
  /** Holds the articles of the queue; their buttons name their keys in `aria-keyshortcuts`. */
  readonly queue: RefObject<HTMLElement | null>
  readonly isOn: boolean
  readonly onHelp: () => void
}

/** Single keys for a queue: j and k move the focus, the others click a button of the entry with the focus. */
function useShortcuts({ queue, isOn, onHelp }: Keys): void {
  useEffect(() => {
    if (!isOn) return undefined
    const handleKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, key, target } = event
      // The key that ends a composition has code 229 alone in Safari.
      const isComposing = event.isComposing || event.keyCode === 229
      if (ctrlKey || metaKey || altKey || repeat || isComposing) return
      if (target instanceof Element && target.closest(OWN_KEYS)) return
      if (document.querySelector('dialog[open]') !== null) return
      if (key === '?') return onHelp()
      if (handle(queue.current, key)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}

/** @returns whether the key has a function */
function handle(queue: HTMLElement | null, key: string): boolean {
  const entries = [...(queue?.querySelectorAll('article') ?? [])]
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  if (key === 'j' || key === 'k') {
    const next = at < 0 ? 0 : key === 'j' ? at + 1 : at - 1
    entries[next]?.focus()
    return entries.length > 0
  }
  if (!entries.some((entry) => buttonOf(entry, key))) return false
  // The first key only focuses an entry, so that none is changed unseen.
  if (at < 0) entries[0]?.focus()
  else buttonOf(entries[at], key)?.click()
  return true
}

const buttonOf = (entry: HTMLElement | undefined, key: string) =>
  [...(entry?.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]:enabled') ?? [])].find(
    (button) => button.getAttribute('aria-keyshortcuts') === key,
  )

const PENDING = { state: 'pending' }
const DECIDED = { state: ['approved', 'rejected'] }
const NOTHING: ReviewItem[] = []

const Queue = () => {
  const { data = NOTHING, isPending, setFilters, setSort, ...list } = useListContext<ReviewItem>()
  const { data: stats } = useResponse(deskCalls.review.stats, {})
  const [hasKeys, setHasKeys] = useStore('desk.reviewKeys', true)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const queue = useRef<HTMLDivElement>(null)
  useShortcuts({ queue, isOn: hasKeys, onHelp: () => setIsHelpOpen(true) })
  const isDecided = Array.isArray((list.filterValues as { state?: unknown }).state)
  const show = (decided: boolean) => {
    setFilters(decided ? DECIDED : PENDING)
    setSort({ field: 'created_at', order: decided ? 'DESC' : 'ASC' })
  }
  const empty = isDecided ? t('review.empty_decided') : t('review.empty')
  return (
    <div ref={queue}>
      <div className="desk-actions">
        <Switch
          chosen={isDecided ? 'decided' : 'pending'}
          label={t('review.show')}
          nameOf={(one) => t(`review.${one}`)}
          onChoose={(one) => show(one === 'decided')}
          options={['pending', 'decided']}
        />
        <ActionButton onClick={() => setIsHelpOpen(true)}>{t('review.shortcuts')}</ActionButton>
      </div>
      {isHelpOpen && (
        <ShortcutsDialog
          isOn={hasKeys}
          onClose={() => setIsHelpOpen(false)}
          onSwitch={setHasKeys}
        />
      )}
      {stats && <StatsLine {...stats} />}
      {data.map((item) => (
        <ReviewCard item={item} key={item.id} />
      ))}
      {!isPending && data.length === 0 && (
        <p data-empty tabIndex={-1}>
          {empty}
        </p>
      )}
    </div>
  )
}

const StatsLine = ({ pending, oldest_wait_ms: oldest, median_wait_ms: median }: ReviewStats) => (
  <p>
    {[
      pending > 0 && t('review.waiting', { pending, oldest: span(oldest) }),
      median !== null && t('review.median', { span: span(median) }),
    ]
      .filter(Boolean)
      .join(' ')}
  </p>
)

const ReviewList = () => (
  <List
    actions={false}
    component="div"
    empty={false}
    exporter={false}
    filterDefaultValues={PENDING}
    perPage={10}
    sort={{ field: 'created_at', order: 'ASC' }}
    storeKey={false}
  >
    <Queue />
  </List>
)

export const review: Omit<ResourceProps, 'name'> = { list: ReviewList }
