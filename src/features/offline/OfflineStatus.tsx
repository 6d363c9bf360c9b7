import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { KEPT_LISTS, readKept } from '#src/offline/keptDocuments.ts'
import { reloadWith } from '#src/offline/registration.ts'
import { isAlone, oldestCopy, onConnectionChange } from '#src/platform/online.ts'
import { Button } from '#src/ui/Button.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { asOf } from './asOf.ts'

/** Distance that clears the cookie banner. */
const BOTTOM = 'calc(var(--bottom-bar, 0px) + 0.75rem)'

/**
 * Shows that there is no network, and that a new version is available. It lies over a corner of the page, so that the
 * text does not move; a portal, because the footer is rendered late.
 */
export function OfflineStatus({ waiting }: { waiting: ServiceWorker | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isKept = useSyncExternalStore(onConnectionChange, isAlone)
  const shown = useSyncExternalStore(onConnectionChange, oldestCopy)
  const saved = useOldestSaved(isKept)
  // A copy of unknown time is no older than what is saved.
  const oldest = shown || saved
  const isShown = isKept || waiting !== null
  return (
    <>
      {/* Room at the end of the page, so that its last controls can be scrolled from under the note. */}
      {isShown && <div className="h-28 w-full lg:hidden" />}
      {createPortal(
        <section
          aria-label={t('offline.region')}
          style={{ bottom: BOTTOM }}
          className="pointer-events-none fixed inset-x-0 z-header flex px-3 print:hidden"
        >
          <div
            role="status"
            className={
              isShown
                ? 'pointer-events-auto flex max-w-md flex-wrap items-center gap-3 rounded border border-line bg-vellum px-3.5 py-2 font-sans text-sm text-ink shadow-float'
                : 'sr-only'
            }
          >
            {isKept && (
              <p>
                {oldest === null
                  ? t('offline.alone')
                  : t('offline.alone_with_copy', { time: asOf(oldest, language) })}
              </p>
            )}
            {waiting && !isKept && (
              <>
                <p>{t('offline.new_version')}</p>
                <Button onClick={() => reloadWith(waiting)}>{t('offline.reload')}</Button>
              </>
            )}
          </div>
        </section>,
        document.body,
      )}
    </>
  )
}

/** Time when the oldest saved list was saved; null without one. */
function useOldestSaved(isKept: boolean): number | null {
  const [oldest, setOldest] = useState<number | null>(null)
  useEffect(() => {
    if (!isKept) return
    let isCurrent = true
    void Promise.all(KEPT_LISTS.map(readKept)).then((documents) => {
      const times = documents.flatMap((document) => (document ? [document.at] : []))
      if (isCurrent) setOldest(times.length === 0 ? null : Math.min(...times))
    })
    return () => {
      isCurrent = false
    }
  }, [isKept])
  return oldest
}
