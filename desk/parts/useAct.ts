import { useRef, useState } from 'react'
import { useDataProvider, useNotify, useRefresh } from 'react-admin'
import { t } from '../i18n.ts'
import type { ArgsOf, CallRoute } from '../session/calls.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : t('failed')

/** The call that undoes another one, and its notice. */
export type Undo = {
  readonly call: (desk: DeskDataProvider) => Promise<unknown>
  readonly done: string
}

export const undoBy = <R extends CallRoute>(route: R, args: ArgsOf<R>, done: string): Undo => ({
  call: (desk) => desk.call(route, args),
  done,
})

/**
 * Calls that change one record, such as approve or retry; afterwards all data of the page is fetched again. A second
 * click during a call does nothing.
 */
export function useAct() {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)
  const isActing = useRef(false)

  const takeBack = async ({ call, done }: Undo) => {
    try {
      await call(desk)
      notify(done, { type: 'success' })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
    refresh()
  }

  /** For forms, which show the problems at their fields. @param done the notice of success @throws HttpError */
  const perform = async <R extends CallRoute>(
    route: R,
    args: ArgsOf<R>,
    done: string,
    undo?: Undo,
  ): Promise<void> => {
    if (isActing.current) return
    isActing.current = true
    setIsBusy(true)
    try {
      await desk.call(route, args)
      notify(done, { type: 'success', ...(undo && { onUndo: () => takeBack(undo) }) })
      refresh()
    } finally {
      isActing.current = false
      setIsBusy(false)
    }
  }
  /** For dialogs: returns the message of a refusal; the page stays as it is. */
  const attempt = async <R extends CallRoute>(
    route: R,
    args: ArgsOf<R>,
    done: string,
    undo?: Undo,
  ): Promise<string> => {
    try {
      await perform(route, args, done, undo)
      return ''
    } catch (error) {
      return messageOf(error)
    }
  }
  /** For plain buttons: a refusal is a notice, and the page shows the current data. */
  const act = async <R extends CallRoute>(
    route: R,
    args: ArgsOf<R>,
    done: string,
    undo?: Undo,
  ): Promise<void> => {
    const problem = await attempt(route, args, done, undo)
    if (problem === '') return
    notify(problem, { type: 'error' })
    refresh()
  }
  return { act, attempt, perform, isBusy }
}
