import { useRecordContext, useResourceContext } from 'react-admin'
import { t } from '../i18n.ts'
import { useAction } from './useAction.ts'
import { useRecordName } from './useRecordName.ts'

/** The question before the record of the context is deleted. @param isOnItsPage the page is left for the list */
export function useRemove(isOnItsPage = false) {
  const record = useRecordContext()
  const resource = useResourceContext() ?? ''
  const name = useRecordName()
  const { attempt } = useAction()
  return {
    label: t('remove'),
    title: t('remove_ask', { name }),
    text: t('remove_sure'),
    isDangerous: true,
    /** Returns the message of a refusal, '' after a success. */
    onConfirm: () =>
      attempt({
        send: async (desk) =>
          record && desk.delete(resource, { id: record.id, previousData: record }),
        done: t('removed', { name }),
        pathAfter: isOnItsPage ? `/${resource}` : undefined,
      }),
  }
}
