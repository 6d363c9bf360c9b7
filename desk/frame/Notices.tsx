import { Button } from '@mui/material'
import { styled } from '@mui/material/styles'
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
    <Place aria-live="polite">
      {message !== '' && (
        // The timer stops while the notice has the pointer or the focus.
        <Notice
          style={isProblem ? { background: 'var(--ember)', color: 'var(--paper)' } : undefined}
          onBlur={() => setIsPaused(false)}
          onFocus={() => setIsPaused(true)}
          onMouseEnter={() => setIsPaused(true)}
          onMouseLeave={() => setIsPaused(false)}
        >
          <p>{translate(message, { _: message, ...shown?.notificationOptions?.messageArgs })}</p>
          {onUndo && (
            <Button color="inherit" onClick={handleUndo}>
              {t('undo')}
            </Button>
          )}
          <Button color="inherit" onClick={close}>
            {t('close')}
          </Button>
        </Notice>
      )}
    </Place>
  )
}

const Place = styled('div')({
  position: 'fixed',
  bottom: 16,
  insetInline: 16,
  zIndex: 1400,
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
})

const Notice = styled('div')({
  display: 'flex',
  gap: 16,
  alignItems: 'center',
  maxWidth: '65ch',
  padding: '4px 16px',
  paddingInlineEnd: 8,
  borderRadius: 6,
  background: 'var(--button)',
  color: 'var(--onButton)',
  boxShadow: '0 12px 32px rgb(21 19 31 / 0.22)',
  pointerEvents: 'auto',
  '& p': { margin: '8px 0' },
})
