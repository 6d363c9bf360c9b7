import { useEffect, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { messageOf } from './useAct.ts'

type Asked<Answer> = { answer: Answer | undefined; problem: string }

/** What a GET answers that is no record; asked for again when path or version change. An empty path asks nothing. */
export function useAnswer<Answer>(path: string, version: unknown = null): Asked<Answer> {
  const desk = useDataProvider<DeskDataProvider>()
  const [asked, setAsked] = useState<Asked<Answer>>({ answer: undefined, problem: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what asks again
  useEffect(() => {
    let isWanted = path !== ''
    if (isWanted)
      desk.call<Answer>('GET', path).then(
        (answer) => isWanted && setAsked({ answer, problem: '' }),
        (error: unknown) => isWanted && setAsked({ answer: undefined, problem: messageOf(error) }),
      )
    return () => {
      isWanted = false
    }
  }, [desk, path, version])
  return asked
}
