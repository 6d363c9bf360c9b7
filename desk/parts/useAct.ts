import { useRef, useState } from 'react'
import { type Identifier, useDataProvider, useNotify, useRefresh } from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.failed

/**
 * Calls that change one record by a name, such as approve or retry; then everything on the page is asked for
 * again. A second press during the first does nothing.
 */
export function useAct(resource: string) {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)
  const isActing = useRef(false)

  /** For dialogs: the sentence of a refusal is the answer, and the page stays as it is meanwhile. */
  const attempt = async (id: Identifier, action: string, done: string, body?: object) => {
    if (isActing.current) return ''
    isActing.current = true
    setIsBusy(true)
    let problem = ''
    try {
      await desk.call('POST', `${resource}/${id}/${action}`, body)
      notify(done, { type: 'success' })
      refresh()
    } catch (error) {
      problem = messageOf(error)
    }
    isActing.current = false
    setIsBusy(false)
    return problem
  }
  /** For plain buttons: a refusal is told, and the page shows what there is now. */
  const act = async (id: Identifier, action: string, done: string, body?: object) => {
    const problem = await attempt(id, action, done, body)
    if (problem === '') return
    notify(problem, { type: 'error' })
    refresh()
  }
  return { act, attempt, isBusy }
}
