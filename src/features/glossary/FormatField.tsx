import { useTranslation } from 'react-i18next'
import { entryDraftActions } from '#src/store/glossary/draftSlice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'

/** Switches light formatting for the sections of a new entry. Only for servers that announce it. */
export function FormatField({ isFormatted }: { isFormatted: boolean }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  return (
    <Checkbox
      label={t('formatting.light')}
      hint={t('formatting.hint')}
      checked={isFormatted}
      onChange={(isChecked) => dispatch(entryDraftActions.draftFormatChosen(isChecked))}
    />
  )
}
