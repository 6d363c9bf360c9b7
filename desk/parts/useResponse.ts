import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { ArgsOf, CallRoute } from '../session/calls.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

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
