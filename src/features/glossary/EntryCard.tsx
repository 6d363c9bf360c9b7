import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { entryToggled } from '#src/store/slices/glossary.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import { EntryMeta } from './EntryMeta.tsx'
import { RejectionNote } from './RejectionNote.tsx'
import { ReviewMark } from './ReviewMark.tsx'
import { TypeIcon } from './TypeIcon.tsx'

type Props = {
  entry: GlossaryEntry
  isExpanded: boolean
  onDelete: (entry: GlossaryEntry) => void
}

/** One entry (SPEC 2). Drawn again only when it changes itself: there may be hundreds on the page. */
export const EntryCard = memo(function EntryCard({ entry, isExpanded, onDelete }: Props) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const titleId = useId()
  const isUnderReview = entry.pending || entry.is_rejected
  return (
    <Card
      as="article"
      aria-labelledby={titleId}
      className="px-4 py-2 sm:px-5 print:break-inside-avoid"
    >
      <Collapse
        level={3}
        title={<span id={titleId}>{entry.title}</span>}
        titleClassName="font-heading text-xl font-bold"
        open={isExpanded}
        onToggle={() => dispatch(entryToggled(entry.id))}
        aside={
          <>
            {isUnderReview && (
              // Below the title where there is no room beside it.
              <div className="flex items-center gap-4 max-sm:order-1 max-sm:basis-full max-sm:justify-between max-sm:ps-8">
                <ReviewMark isRejected={entry.is_rejected} />
                <Button variant="danger" icon="trash" onClick={() => onDelete(entry)}>
                  {t('glossary.delete')}
                </Button>
              </div>
            )}
            <TypeIcon name={entry.entry_type_detail.icon} />
            <EntryMeta entry={entry} />
            {entry.is_rejected && <RejectionNote entry={entry} />}
          </>
        }
      >
        <EntryDetails entry={entry} />
      </Collapse>
    </Card>
  )
})
