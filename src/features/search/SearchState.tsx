import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { isAlone } from '#src/platform/online.ts'
import type { Found } from '#src/store/search/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'

type Props = {
  term: string
  isTyping: boolean
  /** Number of options shown. */
  count: number
  result: { error?: unknown; isFetching: boolean; refetch: () => unknown }
  found: Found | undefined
  onSearch: (term: string) => void
}

/** Status beside the options: loading, failed, none, or their number. */
export function SearchState(props: Props) {
  const { t } = useTranslation()
  const { term, isTyping, count, result } = props
  const isDone = term !== '' && !isTyping && !result.isFetching
  return (
    <>
      <p role="status" className="sr-only">
        {isDone && count > 0 && t('search.results', { count })}
      </p>
      {term === '' ? (
        <p className="px-3 py-2 text-ui text-ink-soft">{t('search.hint')}</p>
      ) : (
        <Outcome {...props} isDone={isDone} />
      )}
    </>
  )
}

function Outcome({ term, count, result, found, isDone, onSearch }: Props & { isDone: boolean }) {
  const { t } = useTranslation()
  const { message, retryLabel } = useLoadTexts()
  const { error, isFetching, refetch } = result
  if (error !== undefined && !found)
    return (
      <ErrorState
        message={isAlone() ? t('search.offline') : message}
        retryLabel={retryLabel}
        onRetry={refetch}
        isBusy={isFetching}
      />
    )
  if (!found) return count === 0 && <SkeletonBars count={4} />
  if (!isDone) return null
  if (found.isKept)
    return (
      <div className="flex flex-wrap items-center gap-x-4 px-3 py-2 text-ui text-ink-soft">
        <p role="status">{t('search.offline')}</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {retryLabel}
        </Button>
      </div>
    )
  if (count > 0) return null
  return (
    <EmptyState
      message={t('search.nothing', { term })}
      hint={t('search.nothing_hint')}
      suggestions={{
        label: t('search.suggestions'),
        titles: found.suggestions,
        onChoose: onSearch,
      }}
    />
  )
}
