import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRegistered, registerWorker } from '#src/offline/registration.ts'
import { savesData } from '#src/platform/savesData.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { OfflineDialog } from './OfflineDialog.tsx'
import { OfflineStatus } from './OfflineStatus.tsx'

/** Footer control that opens the lists saved on this device. Registers the worker if the server announces one. */
export function OfflineControls() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { waiting, register } = useWorker()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex min-h-tap cursor-pointer items-center gap-2 font-sans text-sm text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light"
      >
        <Icon name="download" className="size-4" />
        {t('offline.title')}
      </button>
      <OfflineDialog open={isOpen} onClose={() => setIsOpen(false)} onKeep={register} />
      <OfflineStatus waiting={waiting} />
    </>
  )
}

/** Delay of the registration, so that a short visit does not fetch the files for all pages. */
const FIRST_AFTER_MS = 8000

/** The worker fetches some hundred kilobytes: with data saving on, it is registered only when a list is saved. */
function useWorker() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const stop = useRef<Promise<() => void> | null>(null)
  const register = useCallback(() => {
    // A browser that refuses it works as one without workers.
    stop.current ??= registerWorker(setWaiting).catch(() => () => undefined)
  }, [])
  useEffect(() => {
    let wait: ReturnType<typeof setTimeout> | undefined
    void isRegistered().then(
      (isThere) => {
        if (isThere) register()
        else if (!savesData()) wait = setTimeout(register, FIRST_AFTER_MS)
      },
      () => undefined,
    )
    return () => {
      clearTimeout(wait)
      void stop.current?.then((end) => end())
      stop.current = null
    }
  }, [register])
  return { waiting, register }
}
