import {
  useDataProvider,
  useNotify,
  useRecordContext,
  useRedirect,
  useRefresh,
  useResourceContext,
} from 'react-admin'
import { t } from '../i18n.ts'
import { messageOf } from './useAct.ts'
import { useNameOf } from './useNameOf.ts'

/** Deletes the record of the context; `isOnItsPage`: the page goes with it. Answers the sentence of a refusal. */
export function useRemove(isOnItsPage = false) {
  const record = useRecordContext()
  const resource = useResourceContext() ?? ''
  const nameOf = useNameOf()
  const desk = useDataProvider()
  const notify = useNotify()
  const redirect = useRedirect()
  const refresh = useRefresh()
  const name = record ? nameOf(record) : ''

  const remove = async (): Promise<string> => {
    if (!record) return ''
    try {
      await desk.delete(resource, { id: record.id, previousData: record })
    } catch (error) {
      return messageOf(error)
    }
    notify(t('removed', { name }), { type: 'success' })
    // A refresh asks for the record as well, and would tell that it is not there.
    if (isOnItsPage) redirect('list', resource)
    else refresh()
    return ''
  }
  return { question: t('remove_sure', { name }), remove }
}
