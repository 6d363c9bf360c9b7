import { memo, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { cutText } from '#shared/cutText.ts'
import { goToElement } from '#src/platform/viewport.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { cardClasses, joined } from '#src/ui/look.ts'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import { EntryDetails } from './EntryDetails.tsx'
import { EntryMeta, EntryThumbnail } from './EntryMeta.tsx'
import { RejectionNote, ReviewMark } from './EntryReview.tsx'

type Props = {
  entry: GlossaryEntry
  isExpanded: boolean
  /** The entry in the URL: it scrolls into view. */
  isLinked: boolean
  onDelete: (entry: GlossaryEntry) => void
}

/** Memoised: there may be hundreds on the page. */
export const EntryCard = memo(function EntryCard({ entry, isExpanded, isLinked, onDelete }: Props) {
  const dispatch = useAppDispatch()
  const titleId = useId()
  const opening = openingOf(entry)
  const lang = useTextLanguage()(entry.language)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isLinked && card.current) goToElement(card.current)
  }, [isLinked])
  const isUnderReview = entry.pending || entry.is_rejected
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={joined(
        cardClasses,
        'scroll-mt-20 px-4 py-2 outline-none sm:px-5 print:break-inside-avoid',
        isLinked && 'border-gold-deep!',
      )}
    >
      <Collapse
        level={3}
        title={
          <span id={titleId} lang={lang}>
            {entry.title}
          </span>
        }
        titleClassName="font-heading text-xl font-bold"
        picture={<EntryThumbnail entry={entry} />}
        open={isExpanded}
        onToggle={() => dispatch(glossaryActions.entryToggled(entry.id))}
        aside={
          <>
            {isUnderReview && <UnderReview entry={entry} onDelete={onDelete} />}
            {opening !== null && !isExpanded && (
              <p
                lang={lang}
                className="line-clamp-2 basis-full font-body text-ui leading-snug text-ink-soft wrap-anywhere sm:line-clamp-1 sm:ps-8"
              >
                {opening}
              </p>
            )}
            <EntryMeta entry={entry} />
            {entry.is_rejected && <RejectionNote entry={entry} />}
          </>
        }
      >
        <EntryDetails entry={entry} />
      </Collapse>
    </article>
  )
})

/** Narrow windows have no room beside the title: there it is below. */
function UnderReview({ entry, onDelete }: Pick<Props, 'entry' | 'onDelete'>) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-4 max-sm:order-1 max-sm:basis-full max-sm:justify-between max-sm:ps-8">
      <ReviewMark isRejected={entry.is_rejected} />
      <Button variant="danger" icon="trash" onClick={() => onDelete(entry)}>
        {t('glossary.delete')}
      </Button>
    </div>
  )
}

type EntryCardsProps = {
  entries: readonly GlossaryEntry[]
  count: number
  /** They belong to earlier filters, whose successors are loading. */
  isOld: boolean
  onDelete: (entry: GlossaryEntry) => void
}

export function EntryCards({ entries, count, isOld, onDelete }: EntryCardsProps) {
  const expandedIds = useAppSelector((state) => state.glossary.expandedIds)
  const linkedId = useAppSelector((state) => state.glossary.linkedId)
  return (
    <div className={joined('space-y-3 transition-opacity', isOld && 'opacity-60')}>
      {entries.slice(0, count).map((entry) => (
        <EntryCard
          key={entry.id}
          entry={entry}
          isExpanded={expandedIds.includes(entry.id)}
          isLinked={entry.id === linkedId && !isOld}
          onDelete={onDelete}
        />
      ))}
    </div>
  )
}

/** More than a row can show. Characters. */
const LINE_MAX = 300

/** The first line of an entry: of its description, or of the excerpt that the server sends instead. */
function openingOf({
  description,
  description_rich,
  excerpt,
}: Pick<GlossaryEntry, 'description' | 'description_rich' | 'excerpt'>): string | null {
  const line = typeof excerpt === 'string' ? excerpt.trim() : ''
  // A formatted description has signs in it that its first line has not.
  const text = (description_rich && line) || description?.trim() || line
  return (
    cutText(text, LINE_MAX)
      .split(/[\r\n]/, 1)[0]
      ?.trim() || null
  )
}
