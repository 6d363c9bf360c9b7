import { useEffect } from 'react'
import toast, { useToaster } from 'react-hot-toast/headless'
import { useTranslation } from 'react-i18next'
import { TOAST_MS } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { selectToasts, type ToastArea, toastShown } from '#src/store/toasts/slice.ts'
import { ToastRegion } from '#src/ui/ToastRegion.tsx'

/** Time to fade out. Milliseconds. */
const REMOVE_DELAY = 200

/** Both toast areas; what the store has queued is handed over and then lives by its own clock (behaviour 9). */
export function ToastLayer() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const queue = useAppSelector(selectToasts)

  useEffect(() => {
    // The catalogue has held each key and its values together; over all keys at once t cannot.
    const wordOf = t as unknown as (key: MessageKey, values?: Record<string, string>) => string
    for (const { id, area, kind, key, values } of queue) {
      toast[kind](wordOf(key, values), { id, toasterId: area })
      dispatch(toastShown(id))
    }
  }, [queue, dispatch, t])

  return (
    <>
      <Area area="nav" label={t('toast.nav_region')} place="top-right" />
      <Area area="page" label={t('toast.page_region')} place="top-centre" />
    </>
  )
}

type AreaProps = { area: ToastArea; label: string; place: 'top-right' | 'top-centre' }

function Area({ area, label, place }: AreaProps) {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS, removeDelay: REMOVE_DELAY }, area)
  return (
    <ToastRegion
      label={label}
      place={place}
      toasts={toasts.map(({ id, message, type, visible }) => ({
        id,
        // What the layer hands over is always a sentence.
        message: typeof message === 'string' ? message : '',
        tone: type === 'error' ? 'error' : 'success',
        isVisible: visible,
      }))}
      onDismiss={(id) => toast.dismiss(id, area)}
      onPause={handlers.startPause}
      onResume={handlers.endPause}
    />
  )
}
