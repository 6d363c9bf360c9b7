import { useEffect, useState } from 'react'
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin'
import { texts } from '../texts.ts'

/** Milliseconds that a notice stays. */
const SHOWN_FOR = 8_000

/** What has just happened, the newest alone: react-admin's own shows one after the other, long after the acts. */
export const Notices = () => {
  const { notifications, takeNotification } = useNotificationContext()
  const translate = useTranslate()
  const [shown, setShown] = useState<NotificationPayload | null>(null)
  useEffect(() => {
    if (notifications.length > 0) setShown(takeNotification() ?? null)
  }, [notifications, takeNotification])
  useEffect(() => {
    if (shown === null) return undefined
    const timer = setTimeout(() => setShown(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [shown])

  const message = typeof shown?.message === 'string' ? shown.message : ''
  const isProblem = shown?.type === 'error' || shown?.type === 'warning'
  return (
    <div aria-live="polite" className="desk-notices">
      {message !== '' && (
        <div className={isProblem ? 'desk-notice desk-notice-problem' : 'desk-notice'}>
          <p>{translate(message, { _: message, ...shown?.notificationOptions?.messageArgs })}</p>
          <button onClick={() => setShown(null)} type="button">
            {texts.close}
          </button>
        </div>
      )}
    </div>
  )
}
