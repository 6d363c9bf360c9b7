import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { useDeleteGlossaryEntryMutation } from '#src/store/glossary/api.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

type Props = {
  entry: GlossaryEntry | null
  /** With the entry: a late response may arrive when the dialog is about another one. */
  onClose: (entry: GlossaryEntry | null) => void
}

/** As specified: a failure closes it too, with a toast (behaviour 8.7). */
export function DeleteEntryDialog({ entry, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { isLoading }] = useDeleteGlossaryEntryMutation()
  const handleConfirm = async () => {
    if (!entry) return
    await remove(entry.id)
    onClose(entry)
  }
  return (
    <ConfirmDialog
      open={entry !== null}
      title={t('glossary.delete')}
      message={t('glossary.delete_text', { entry_title: entry?.title })}
      confirmLabel={t('glossary.yes')}
      cancelLabel={t('glossary.no')}
      closeLabel={t('glossary.close_dialog')}
      isBusy={isLoading}
      onConfirm={() => void handleConfirm()}
      onCancel={() => onClose(entry)}
    />
  )
}
