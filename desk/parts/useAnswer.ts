import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Options = {
  isWanted?: boolean
  /** Asked for again after so long, while the window is looked at. Milliseconds. */
  every?: number
}

/** What a GET answers that is no record; asked for again after every act, as everything on a page is. */
export function useAnswer<Answer>(path: string, { isWanted = true, every }: Options = {}) {
  const desk = useDataProvider<DeskDataProvider>()
  return useQuery({
    queryKey: ['answer', path],
    queryFn: () => desk.call<Answer>('GET', path),
    enabled: isWanted,
    retry: false,
    refetchInterval: every ?? false,
  })
}
