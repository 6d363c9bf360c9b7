import { useState } from 'react'
import { type Identifier, useDataProvider, useNotify, useRefresh } from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.failed

/**
 * A call that changes one record by a name, such as approve or retry; then everything on the page is asked
 * for again, also after a refusal: the record is not what the page shows.
 */
export function useAct(resource: string) {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)

  const act = async (id: Identifier, action: string, done: string, body?: object) => {
    setIsBusy(true)
    try {
      await desk.call('POST', `${resource}/${id}/${action}`, body)
      notify(done, { type: 'success' })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
    setIsBusy(false)
    refresh()
  }
  return { act, isBusy }
}
