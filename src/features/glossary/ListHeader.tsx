import { useTranslation } from 'react-i18next'
import { formOpened } from '#src/store/glossary/draftSlice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { IconButton } from '#src/ui/IconButton.tsx'

/** The name of the list and, for members, the '+' (behaviour 2). */
export function ListHeader() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isMember = useAppSelector(selectIsMember)
  return (
    <div className="mb-4 flex min-h-tap items-center justify-between gap-4">
      <h2 id="glossary-entries" className="font-heading text-2xl font-bold">
        {t('glossary.entries')}
      </h2>
      {isMember && (
        <IconButton
          label={t('glossary.create')}
          icon="plus"
          variant="primary"
          onClick={() => dispatch(formOpened())}
          className="print:hidden"
        />
      )}
    </div>
  )
}
