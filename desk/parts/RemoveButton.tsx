import {
  useDataProvider,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useResourceContext,
} from 'react-admin'
import { texts } from '../texts.ts'
import { SureButton } from './SureButton.tsx'
import { messageOf } from './useAct.ts'
import { useNameOf } from './useNameOf.ts'

/** Deletes the record after a question; `isOnItsPage`: the page goes with it. */
export const RemoveButton = ({ isOnItsPage = false }: { isOnItsPage?: boolean }) => {
  const record = useRecordContext()
  const resource = useResourceContext() ?? ''
  const nameOf = useNameOf()
  const desk = useDataProvider()
  const notify = useNotify()
  const redirect = useRedirect()
  const refresh = useRefresh()
  if (!record) return null
  const name = nameOf(record)

  const handleSure = async () => {
    try {
      await desk.delete(resource, { id: record.id, previousData: record })
    } catch (error) {
      return messageOf(error)
    }
    notify(texts.removed(name), { type: 'success' })
    // A refresh asks for the record as well, and would tell that it is not there.
    if (isOnItsPage) redirect('list', resource)
    else refresh()
    return ''
  }
  return (
    <SureButton
      isDangerous
      label={texts.remove}
      onSure={handleSure}
      question={texts.removeSure(name)}
    />
  )
}
