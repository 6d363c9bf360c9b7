import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { HttpError, useDataProvider, useNotify, useRedirect, useRefresh } from 'react-admin'
import { t } from '../i18n.ts'
import type { ArgsOf, CallRoute } from '../session/calls.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : t('failed')

/** Whether every further request would fail, too: no connection, no session, too many requests. */
export const isHopeless = (error: unknown): boolean =>
  error instanceof HttpError && [0, 401, 429].includes(Number(error.status))

/** A call that changes a record, such as approve or retry. */
export type Action = {
  readonly send: (desk: DeskDataProvider) => Promise<unknown>
  /** The notice of success. */
  readonly done: string
  /** Offered with the notice. */
  readonly undo?: Action
  /** Page that is opened after an action that deletes the record of the page. */
  readonly pathAfter?: string
}

export const actionOf = <R extends CallRoute>(
  route: R,
  args: ArgsOf<R>,
  done: string,
  undo?: Action,
): Action => ({ send: (desk) => desk.call(route, args), done, undo })

/** Performs one action at a time; afterwards all data of the page is fetched again. */
export function useAction() {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const redirect = useRedirect()
  const refresh = useRefresh()

  const send = async (action: Action): Promise<void> => {
    const { done, undo, pathAfter } = action
    await action.send(desk)
    notify(done, { type: 'success', ...(undo && { onUndo: () => reported(send(undo)) }) })
    // A refresh would request the deleted record as well.
    if (pathAfter === undefined) refresh()
    else redirect(pathAfter)
  }
  const reported = (call: Promise<void>): Promise<void> =>
    call.catch((error: unknown) => {
      notify(messageOf(error), { type: 'error' })
      refresh()
    })
  const { run: perform, isBusy } = useSingleCall(send)
  return {
    /**
     * Shows problems at the fields of a form.
     * @throws HttpError
     */
    perform,
    /** Serves dialogs: the message of a refusal, '' after a success. The page stays as it is after a refusal. */
    attempt: (action: Action): Promise<string> => perform(action).then(() => '', messageOf),
    /** Serves plain buttons: a refusal is a notice, and the page shows the current data. */
    run: (action: Action): Promise<void> => reported(perform(action)),
    isBusy,
  }
}

/** `run` does nothing while a call is running, such as at the second click of a double click. */
export function useSingleCall<Args extends readonly unknown[]>(
  call: (...args: Args) => Promise<void>,
) {
  const [isBusy, setIsBusy] = useState(false)
  // A ref, because a state is not updated yet when a second click comes before the next render.
  const isRunning = useRef(false)

  const run = async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await call(...args)
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { run, isBusy }
}

type Options = {
  readonly enabled?: boolean
  /** Milliseconds that an unused response stays in the cache. */
  readonly gcTime?: number
  /** Milliseconds between two requests, while the window is visible. */
  readonly refetchInterval?: number
  readonly refetchOnWindowFocus?: boolean
  readonly refetchOnMount?: boolean
}

/**
 * The response of a call that reads no record; fetched again after every action, as all data of a page.
 * @param version the call is sent again when it changes
 */
export function useResponse<R extends CallRoute>(
  route: R,
  args: ArgsOf<R>,
  options: Options = {},
  version = '',
) {
  const desk = useDataProvider<DeskDataProvider>()
  return useQuery({
    queryKey: ['response', route.path, args, version],
    queryFn: () => desk.call(route, args),
    retry: false,
    ...options,
  })
}
