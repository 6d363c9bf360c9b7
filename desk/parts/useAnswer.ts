import { useEffect, useState } from 'react'
import { HttpError, useDataProvider } from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { messageOf } from './useAct.ts'

type Asked<Answer> = {
  answer: Answer | undefined
  problem: string
  /** Of the refusal; 0 without one. */
  status: number
}

/** What a GET answers that is no record; asked for again when path or version change. An empty path asks nothing. */
export function useAnswer<Answer>(path: string, version: unknown = null): Asked<Answer> {
  const desk = useDataProvider<DeskDataProvider>()
  const [asked, setAsked] = useState<Asked<Answer>>({ answer: undefined, problem: '', status: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what asks again
  useEffect(() => {
    let isWanted = path !== ''
    const refuse = (error: unknown) => {
      const status = error instanceof HttpError ? Number(error.status) : 0
      if (isWanted) setAsked({ answer: undefined, problem: messageOf(error), status })
    }
    if (isWanted)
      desk
        .call<Answer>('GET', path)
        .then((answer) => isWanted && setAsked({ answer, problem: '', status: 0 }), refuse)
    return () => {
      isWanted = false
    }
  }, [desk, path, version])
  return asked
}
