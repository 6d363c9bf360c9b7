import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { useLazyListGlossarySubEntriesQuery } from '#src/store/glossary/api.ts'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { hasContent } from '#src/store/glossary/entryDraft.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { joined } from '#src/ui/look.ts'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'

function ReuseEntry({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const draft = useAppSelector((state) => state.entryDraft.draft)
  const [load, { isFetching, isError }] = useLazyListGlossarySubEntriesQuery()
  const confirm = useConfirm()

  const confirmLoss = () =>
    confirm({
      title: t('glossary.reuse_title'),
      text: t('glossary.reuse_text', {
        entry_title: draft.title.trim() || t('glossary.reuse_untitled'),
        new_title: entry.title,
      }),
      yes: t('glossary.reuse_confirm'),
      no: t('glossary.reuse_cancel'),
    })
  const handleReuse = async () => {
    if (hasContent(draft) && !(await confirmLoss())) return
    const { data: sections } = await load(entry.id, true)
    if (sections) dispatch(entryDraftActions.entryReused({ entry, sections }))
  }
  return (
    <>
      <Button
        icon="pencil"
        busy={isFetching}
        onClick={() => void handleReuse()}
        className="print:hidden"
      >
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

export function RejectionNote({ entry }: { entry: GlossaryEntry }) {
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

export function ReviewMark({ isRejected }: { isRejected: boolean }) {
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
