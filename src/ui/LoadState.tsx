import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'

/** The status of a query and its refetch. */
export type LoadResult = { error?: unknown; isFetching: boolean; refetch: () => unknown }

type LoadStateProps<Data> = {
  result: LoadResult
  /** What to show; undefined until it is there. Old data may stay during a refetch. */
  data: Data | undefined
  texts: { message: string; retryLabel: string }
  skeleton: ReactNode
  /** In place of an empty list. */
  empty?: ReactNode
  /** In place of the usual error. */
  failed?: (retry: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/** Loading, error with a retry, empty list or content. */
export function LoadState<Data>({
  result: { error, isFetching, refetch },
  data,
  texts,
  skeleton,
  empty,
  failed,
  children,
}: LoadStateProps<Data>) {
  if (data !== undefined) {
    const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0
    return isEmpty ? empty : children(data)
  }
  if (error === undefined) return skeleton
  if (!failed) return <ErrorState {...texts} onRetry={refetch} isBusy={isFetching} />
  return failed(
    <Button busy={isFetching} onClick={() => void refetch()}>
      {texts.retryLabel}
    </Button>,
  )
}
