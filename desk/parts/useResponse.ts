import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { ArgsOf, CallRoute } from '../session/calls.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

type Options = {
  readonly isWanted?: boolean
  /** Time between two requests, while the window is visible. */
  readonly everyMs?: number
}

/** The response of a GET that is no record; fetched again after every act, as all data of a page. */
export function useResponse<R extends CallRoute>(
  route: R,
  args: ArgsOf<R>,
  { isWanted = true, everyMs }: Options = {},
) {
  const desk = useDataProvider<DeskDataProvider>()
  return useQuery({
    queryKey: ['response', route.path, args],
    queryFn: () => desk.call(route, args),
    enabled: isWanted,
    retry: false,
    refetchInterval: everyMs ?? false,
  })
}
