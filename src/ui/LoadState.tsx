import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'

/** A query: its status, its refetch and what to show. Without data it is loading or has failed. */
export type LoadResult<Data> = {
  data?: Data
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

type LoadStateProps<Data> = {
  result: LoadResult<Data>
  texts: { message: string; retryLabel: string }
  skeleton: ReactNode
  /** In place of an empty list. */
  empty?: ReactNode
  /** In place of the usual error. */
  failed?: (retry: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/** Loading, error with a retry, empty list or content. */
export function LoadState<Data>({ result, texts, ...views }: LoadStateProps<Data>) {
  const { data, error, isFetching, refetch } = result
  if (data !== undefined) {
    const isEmpty = views.empty !== undefined && Array.isArray(data) && data.length === 0
    return isEmpty ? views.empty : views.children(data)
  }
  if (error === undefined) return views.skeleton
  if (!views.failed) return <ErrorState {...texts} onRetry={refetch} isBusy={isFetching} />
  return views.failed(
    <Button busy={isFetching} onClick={() => void refetch()}>
      {texts.retryLabel}
    </Button>,
  )
}
