import { type RefObject, useEffect, useRef, useState } from 'react'
import { List, type ResourceProps, useListContext, useStore } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { ReviewItem, ReviewStats } from '#contract/review.ts'
import { t } from '../i18n.ts'
import { span } from '../parts/times.ts'
import { useResponse } from '../parts/useResponse.ts'
import { ReviewCard } from './ReviewCard.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

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
        <fieldset className="desk-switch">
          <legend>{t('review.show')}</legend>
          <button aria-pressed={!isDecided} onClick={() => show(false)} type="button">
            {t('review.pending')}
          </button>
          <button aria-pressed={isDecided} onClick={() => show(true)} type="button">
            {t('review.decided')}
          </button>
        </fieldset>
        <button className="desk-plain" onClick={() => setIsHelpOpen(true)} type="button">
          {t('review.shortcuts')}
        </button>
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
