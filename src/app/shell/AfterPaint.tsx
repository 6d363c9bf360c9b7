import { useEffect } from 'react'
import toast, { useToaster } from 'react-hot-toast/headless'
import { useTranslation } from 'react-i18next'
import { pressSearchOnKeys } from '#src/platform/siteSearchKeys.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { type ToastArea, toastShown } from '#src/store/toasts/slice.ts'
import { ToastRegion } from '#src/ui/ToastRegion.tsx'
import { PageHead } from './PageHead.tsx'

const TOAST_MS = 5000

const FADE_OUT_MS = 200

export function ToastLayer() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const queue = useAppSelector((state) => state.toasts.queue)

  useEffect(() => {
    for (const { id, area, kind, key, values } of queue) {
      toast[kind](t(key, values), { id, toasterId: area })
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
  const { toasts, handlers } = useToaster({ duration: TOAST_MS, removeDelay: FADE_OUT_MS }, area)
  return (
    <ToastRegion
      label={label}
      place={place}
      toasts={toasts.map(({ id, message, type, visible }) => ({
        id,
        // Always a string, see above.
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

/** Parts that a page does not need before its first paint. */
export function AfterPaint() {
  useEffect(pressSearchOnKeys, [])
  return (
    <>
      <PageHead />
      <ToastLayer />
    </>
  )
}
