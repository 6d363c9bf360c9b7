import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { useDeleteGlossaryEntryMutation } from '#src/store/glossary/api.ts'
import { useConfirm } from '#src/ui/useConfirm.tsx'

/** As specified: a failure closes the question too, with a toast (behaviour 8.7). */
export function useDeleteEntry(): (entry: GlossaryEntry) => void {
  const { t } = useTranslation()
  const [remove] = useDeleteGlossaryEntryMutation()
  const confirm = useConfirm()
  return useCallback(
    ({ id, title }) =>
      void confirm({
        title: t('glossary.delete'),
        text: t('glossary.delete_text', { entry_title: title }),
        action: () => remove(id),
      }),
    [confirm, remove, t],
  )
}
