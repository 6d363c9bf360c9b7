import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { useLazyListGlossarySubEntriesQuery } from '#src/store/glossary/api.ts'
import { entryReused, selectEntryDraft } from '#src/store/glossary/draftSlice.ts'
import { hasContent } from '#src/store/glossary/entryDraft.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { FormError } from '#src/ui/FormError.tsx'

/** Fills the form with a rejected entry; confirms before that would replace a draft. */
export function ReuseEntry({ entry }: { entry: GlossaryEntry }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const draft = useAppSelector(selectEntryDraft)
  const [load, { isFetching, isError }] = useLazyListGlossarySubEntriesQuery()
  const [isAsking, setIsAsking] = useState(false)

  const reuse = async () => {
    setIsAsking(false)
    const { data: sections } = await load(entry.id, true)
    if (sections) dispatch(entryReused({ entry, sections }))
  }
  return (
    <>
      <Button
        icon="pencil"
        busy={isFetching}
        onClick={() => (hasContent(draft) ? setIsAsking(true) : void reuse())}
        className="print:hidden"
      >
        {t('glossary.reuse')}
      </Button>
      {isError && !isFetching && (
        <div className="mt-2">
          <FormError message={t('errors.load_failed')} />
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('glossary.reuse_title')}
        message={t('glossary.reuse_text', {
          entry_title: draft.title.trim() || t('glossary.reuse_untitled'),
          new_title: entry.title,
        })}
        confirmLabel={t('glossary.reuse_confirm')}
        cancelLabel={t('glossary.reuse_cancel')}
        closeLabel={t('glossary.close_dialog')}
        onConfirm={() => void reuse()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
