import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onConnectionChange } from '#src/platform/offline.ts'
import { reloadPage } from '#src/platform/page.ts'
import { serverResponds } from '#src/platform/serverResponds.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'

export type BrokenPageProps = {
  error: unknown
  /** Fetches the page; absent if its code is loaded and only the chunk of a part is missing. */
  load?: (() => Promise<unknown>) | undefined
  again: () => void
}

export function BrokenPage({ error, load, again }: BrokenPageProps) {
  const { t } = useTranslation()
  // The error that webpack throws for a chunk that could not be fetched.
  const isLost = error instanceof Error && error.name === 'ChunkLoadError'
  return (
    <div className="mx-auto max-w-page px-4 py-24">
      <h1 className="mb-6 text-center font-heading text-4xl font-bold">
        {t(isLost ? 'errors.unreachable_title' : 'errors.page_title')}
      </h1>
      {isLost ? (
        <Unreachable load={load} again={again} />
      ) : (
        <ErrorState
          message={t('errors.page_text')}
          retryLabel={t('errors.reload')}
          onRetry={reloadPage}
        />
      )}
    </div>
  )
}

/** Browsers know when they have a network again, but not when the server is back. */
const RETRY_MS = 5000

function Unreachable({ load, again }: Omit<BrokenPageProps, 'error'>) {
  const { t } = useTranslation()
  const [isTrying, setIsTrying] = useState(false)
  useEffect(() => {
    let wasGone = false
    // React caches the failure of a lazy part: only a reload fetches it again.
    const reloadWhenBack = async () => {
      const isBack = await serverResponds()
      if (isBack && wasGone) reloadPage()
      wasGone ||= !isBack
    }
    const retry = () => void (load ? load().then(again, () => undefined) : reloadWhenBack())
    if (!load) retry()
    const stop = onConnectionChange(retry)
    const timer = window.setInterval(retry, RETRY_MS)
    return () => {
      stop()
      window.clearInterval(timer)
    }
  }, [load, again])
  const handleRetry = async () => {
    setIsTrying(true)
    const isFetched = await load?.().then(
      () => true,
      () => false,
    )
    if (isFetched) return again()
    // A server that responds has no such chunk any more: a newer version has been installed.
    if (await serverResponds()) reloadPage()
    setIsTrying(false)
  }
  return (
    <ErrorState
      message={t('errors.unreachable_text')}
      retryLabel={t('errors.retry')}
      isBusy={isTrying}
      onRetry={() => void handleRetry()}
    />
  )
}
