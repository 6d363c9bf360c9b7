import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

type Answer<Data> = { data?: Data; error?: unknown; isFetching: boolean; refetch: () => unknown }

type Props<Data> = {
  answer: Answer<Data>
  /** Bars of the skeleton: about as many as rows are expected. */
  rows?: number
  /** The outline of what comes, where bars are not like it. */
  outline?: ReactNode
  children: (data: Data) => ReactNode
}

/** What a call answered; before that its outline, and a second try if it failed. Old data stays in sight. */
export function WhenLoaded<Data>({ answer, rows = 3, outline, children }: Props<Data>) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = answer
  if (data !== undefined) return children(data)
  if (error !== undefined)
    return (
      <ErrorState
        message={t('errors.load_failed')}
        retryLabel={t('errors.retry')}
        onRetry={refetch}
        isBusy={isFetching}
      />
    )
  if (outline) return outline
  return (
    <Skeleton className="flex flex-col gap-3 py-2">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <SkeletonBlock key={row} className="h-tap" />
      ))}
    </Skeleton>
  )
}
