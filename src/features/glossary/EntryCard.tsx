import { memo, useDeferredValue, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FORMER_MEMBER } from '#contract/account.ts'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { cutText } from '#shared/cutText.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { goToElement } from '#src/platform/viewport.ts'
import { glossaryApi } from '#src/store/glossary/api.ts'
import { entryDraftActions, hasContent } from '#src/store/glossary/draftSlice.ts'
import { glossaryActions } from '#src/store/glossary/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { thumbnailOf } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { cardClasses, joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { EntryDetails } from './EntryDetails.tsx'

function ReuseEntry({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const draft = useAppSelector((state) => state.entryDraft.draft)
  const [load, { isFetching, isError }] = glossaryApi.useLazyListGlossarySubEntriesQuery()
  const confirm = useConfirm()

  const reuse = async () => {
    const { data: sections } = await load(entry.id, true)
    if (sections) dispatch(entryDraftActions.entryReused({ entry, sections }))
  }
  const handleReuse = () => {
    if (!hasContent(draft)) return void reuse()
    confirm({
      title: t('glossary.reuse_title'),
      text: t('glossary.reuse_text', {
        entry_title: draft.title.trim() || t('glossary.reuse_untitled'),
        new_title: entry.title,
      }),
      yes: t('glossary.reuse_confirm'),
      no: t('glossary.reuse_cancel'),
      action: () => void reuse(),
    })
  }
  return (
    <>
      <Button icon="pencil" busy={isFetching} onClick={handleReuse} className="print:hidden">
        {t('glossary.reuse')}
      </Button>
      {isError && !isFetching && (
        <div className="mt-2">
          <FormError message={t('errors.load_failed')} />
        </div>
      )}
    </>
  )
}

function RejectionNote({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const reason = entry.rejection_reason?.trim()
  return (
    <div className="mb-3 min-w-0 basis-full border-s-2 border-ember/60 ps-4 max-sm:order-2 sm:ms-8">
      {reason && (
        <p className="mb-2 max-w-measure whitespace-pre-line font-body wrap-anywhere">
          <span className="font-bold">{t('glossary.rejection_reason')}</span> <span>{reason}</span>
        </p>
      )}
      <ReuseEntry entry={entry} />
    </div>
  )
}

function ReviewMark({ isRejected }: { isRejected: boolean }) {
  const { t } = useTranslation()
  const text = t(isRejected ? 'glossary.rejected' : 'glossary.pending')
  return (
    <Tooltip text={t(isRejected ? 'glossary.rejected_hint' : 'glossary.pending_hint')}>
      {(describedBy) => (
        <span
          role="note"
          // The role `note` takes no name from its content.
          aria-label={text}
          aria-describedby={describedBy}
          className={joined(
            'font-sans text-ui font-medium',
            isRejected ? 'text-ember' : 'text-gold-deep',
          )}
        >
          {text}
        </span>
      )}
    </Tooltip>
  )
}

/** Icon of types without one, and of names outside our set. */
const UNKNOWN = '/icons/game/book.svg'

/** The icon of a type, by its name in the game-icons set; decorative. */
function TypeIcon({ name, isSmall = false }: { name: string | null; isSmall?: boolean }) {
  const isName = name !== null && /^[a-z0-9-]+$/.test(name)
  return (
    <Picture
      src={isName ? `/icons/game/${name}.svg` : null}
      fallback={UNKNOWN}
      alt=""
      width={40}
      height={40}
      className={joined(
        'shrink-0 bg-transparent opacity-75 dark:invert print:filter-none',
        isSmall ? 'size-5 max-sm:hidden' : 'size-10 p-1',
      )}
    />
  )
}

const frame = 'mt-1.5 mb-2 h-14 w-14 shrink-0 rounded-sm sm:h-16 sm:w-24 print:hidden'

function EntryThumbnail({ entry }: { entry: GlossaryEntry }) {
  const picture = thumbnailOf(entry, '/images/default-glossary-480.webp')
  if (picture === null)
    return (
      <span className={`${frame} flex items-center justify-center bg-current/5`}>
        <TypeIcon name={entry.entry_type_detail.icon} />
      </span>
    )
  return <Picture {...picture} alt="" width={96} height={64} sizes="6rem" className={frame} />
}

function EntryMeta({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const { entry_type_detail: type, entry_subtype_name: subtype, created_by: author } = entry
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 pb-2 sm:ps-8 font-sans text-ui text-ink-soft">
      {/* Rows without a picture show the icon as thumbnail. */}
      {safeUrl(entry.image, 'file') !== null && <TypeIcon name={type.icon} isSmall />}
      <span className="wrap-anywhere">{type.name}</span>
      {subtype && (
        <>
          <span aria-hidden="true">·</span>
          <span className="wrap-anywhere">{subtype}</span>
        </>
      )}
      {!author.is_staff && (
        <span className="inline-flex items-center gap-1.5 ps-1">
          <span
            role="img"
            aria-label={t('glossary.user_made')}
            title={t('glossary.user_made')}
            className="text-moss"
          >
            <Icon name="pencil" />
          </span>
          <span className="wrap-anywhere">
            {author.username === FORMER_MEMBER ? t('group_page.log_former') : author.username}
          </span>
        </span>
      )}
    </p>
  )
}

type Props = {
  entry: GlossaryEntry
  isExpanded: boolean
  /** The entry in the URL: it scrolls into view. */
  isLinked: boolean
  onDelete: (entry: GlossaryEntry) => void
}

/** Memoised: there may be hundreds on the page. */
const EntryCard = memo(function EntryCard({ entry, isExpanded, isLinked, onDelete }: Props) {
  const dispatch = useAppDispatch()
  const titleId = useId()
  const opening = openingOf(entry)
  const lang = useTextLanguage()(entry.language)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isLinked && card.current) goToElement(card.current)
  }, [isLinked])
  const isUnderReview = entry.pending || entry.is_rejected
  // The opening stays until the content is drawn, so that the card grows once.
  const isDrawn = useDeferredValue(isExpanded)
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
            {opening !== null && !(isExpanded && isDrawn) && (
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
