import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { ReuseEntry } from './ReuseEntry.tsx'

/** Why an own entry was rejected, if the server sends a reason, and the button to reuse it. */
export function RejectionNote({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const reason = entry.rejection_reason?.trim()
  return (
    <div className="mb-3 min-w-0 basis-full border-s-2 border-ember/60 ps-4 max-sm:order-2 sm:ms-8">
      {reason && (
        <p className="mb-2 max-w-measure whitespace-pre-line font-body wrap-anywhere">
          <span className="font-bold">{t('glossary.rejection_reason')}</span> {reason}
        </p>
      )}
      <ReuseEntry entry={entry} />
    </div>
  )
}
