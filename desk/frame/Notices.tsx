import { useEffect, useState } from 'react'
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin'
import { t } from '../i18n.ts'

/** Milliseconds that a notice stays; the second one, while it offers to take something back. */
const SHOWN_FOR = 8_000
const UNDO_FOR = 20_000

/** What has just happened, the newest alone: react-admin's own shows one after the other, long after the acts. */
export const Notices = () => {
  const { notifications, takeNotification } = useNotificationContext()
  const translate = useTranslate()
  const [shown, setShown] = useState<NotificationPayload | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const onUndo = shown?.notificationOptions?.['onUndo'] as (() => Promise<void>) | undefined
  useEffect(() => {
    if (notifications.length > 0) setShown(takeNotification() ?? null)
  }, [notifications, takeNotification])
  useEffect(() => {
    if (shown === null || isHeld) return undefined
    const timer = setTimeout(() => setShown(null), onUndo ? UNDO_FOR : SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [shown, isHeld, onUndo])
  const close = () => {
    setShown(null)
    setIsHeld(false)
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
        // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock while somebody reads or is at a button
        <div
          className={isProblem ? 'desk-notice desk-notice-problem' : 'desk-notice'}
          onBlur={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onMouseEnter={() => setIsHeld(true)}
          onMouseLeave={() => setIsHeld(false)}
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
