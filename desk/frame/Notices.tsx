import { useEffect, useState } from 'react'
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin'
import { t } from '../i18n.ts'

const SHOWN_MS = 8_000
/** Milliseconds for which a notice offers to undo the action. */
const UNDO_MS = 20_000

/** Only the newest notice is shown: react-admin's own queue shows them one after the other, long after the actions. */
export const Notices = () => {
  const { notifications, takeNotification } = useNotificationContext()
  const translate = useTranslate()
  const [shown, setShown] = useState<NotificationPayload | null>(null)
  const [isPaused, setIsPaused] = useState(false)
  const onUndo = shown?.notificationOptions?.['onUndo'] as (() => Promise<void>) | undefined
  useEffect(() => {
    if (notifications.length > 0) setShown(takeNotification() ?? null)
  }, [notifications, takeNotification])
  useEffect(() => {
    if (shown === null || isPaused) return undefined
    const timer = setTimeout(() => setShown(null), onUndo ? UNDO_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, isPaused, onUndo])
  const close = () => {
    setShown(null)
    setIsPaused(false)
  }
  const handleUndo = () => {
    close()
    void onUndo?.()
  }

  const message = typeof shown?.message === 'string' ? shown.message : ''
  const isProblem = shown?.type === 'error' || shown?.type === 'warning'
  return (
    <div aria-live="polite" className="desk-notices">
      {message !== '' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only stops the timer while the notice has the pointer or the focus
        <div
          className={isProblem ? 'desk-notice desk-notice-problem' : 'desk-notice'}
          onBlur={() => setIsPaused(false)}
          onFocus={() => setIsPaused(true)}
          onMouseEnter={() => setIsPaused(true)}
          onMouseLeave={() => setIsPaused(false)}
        >
          <p>{translate(message, { _: message, ...shown?.notificationOptions?.messageArgs })}</p>
          {onUndo && (
            <button onClick={handleUndo} type="button">
              {t('undo')}
            </button>
          )}
          <button onClick={close} type="button">
            {t('close')}
          </button>
        </div>
      )}
    </div>
  )
}
