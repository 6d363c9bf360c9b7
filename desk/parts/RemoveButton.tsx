import { useRecordContext } from 'react-admin'
import { t } from '../i18n.ts'
import { SureButton } from './SureButton.tsx'
import { useRemove } from './useRemove.ts'

/** On the page of a record, which goes with it. Rows of lists have `RowMenu`. */
export const RemoveButton = () => {
  const { question, remove } = useRemove(true)
  if (!useRecordContext()) return null
  return <SureButton isDangerous label={t('remove')} onSure={remove} question={question} />
}
