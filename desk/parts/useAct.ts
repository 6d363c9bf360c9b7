import { useRef, useState } from 'react'
import { type Identifier, useDataProvider, useNotify, useRefresh } from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.failed

/** The act that takes another one back, and what to say then. */
export type Undo = { readonly action: string; readonly done: string; readonly body?: object }

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

  const takeBack = async (id: Identifier, { action, done, body }: Undo) => {
    try {
      await desk.call('POST', `${resource}/${id}/${action}`, body)
      notify(done, { type: 'success' })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
    refresh()
  }

  /** For forms, which show the problems at their fields. @throws HttpError */
  const perform = async (
    id: Identifier,
    action: string,
    done: string,
    body?: object,
    undo?: Undo,
  ) => {
    if (isActing.current) return
    isActing.current = true
    setIsBusy(true)
    try {
      await desk.call('POST', `${resource}/${id}/${action}`, body)
      notify(done, { type: 'success', ...(undo && { onUndo: () => takeBack(id, undo) }) })
      refresh()
    } finally {
      isActing.current = false
      setIsBusy(false)
    }
  }
  /** For dialogs: the sentence of a refusal is the answer, and the page stays as it is meanwhile. */
  const attempt = async (...call: Parameters<typeof perform>) => {
    try {
      await perform(...call)
      return ''
    } catch (error) {
      return messageOf(error)
    }
  }
  /** For plain buttons: a refusal is told, and the page shows what there is now. */
  const act = async (...call: Parameters<typeof attempt>) => {
    const problem = await attempt(...call)
    if (problem === '') return
    notify(problem, { type: 'error' })
    refresh()
  }
  return { act, attempt, perform, isBusy }
}
