import { useTranslation } from 'react-i18next'
import { joined } from '#src/ui/look.ts'
import { Tooltip } from '#src/ui/Tooltip.tsx'

/** The review status of an own entry, explained by a tooltip (behaviour 2). */
export function ReviewMark({ isRejected }: { isRejected: boolean }) {
  const { t } = useTranslation()
  const text = t(isRejected ? 'glossary.rejected' : 'glossary.pending')
  return (
    <Tooltip text={t(isRejected ? 'glossary.rejected_hint' : 'glossary.pending_hint')}>
      {(describedBy) => (
        <span
          role="note"
          // A note gets no name from its content.
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
