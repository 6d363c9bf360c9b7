import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { type Leaving, watchLeaving } from '#src/platform/leaving.ts'
import type { HistoryMove } from '#src/platform/page.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { isLostByOpening } from '#src/store/unsaved/selectors.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'

export function LeaveDialog({ moveRef }: { moveRef: RefObject<HistoryMove | null> }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { pathname, key } = useLocation()
  const [leaving, setLeaving] = useState<Leaving | null>(null)

  useEffect(() => {
    const { handleMove, stop } = watchLeaving(key, (next) => {
      // Read at the time of the click: the end of a session resets everything.
      const isLost =
        next.path !== pathname &&
        dispatch((_dispatch, getState) => isLostByOpening(getState(), next.path))
      if (isLost) setLeaving(next)
      return isLost
    })
    moveRef.current = handleMove
    return () => {
      moveRef.current = null
      stop()
    }
  }, [dispatch, key, moveRef, pathname])

  const handleLeave = () => {
    setLeaving(null)
    leaving?.proceed()
  }
  return (
    <ConfirmDialog
      open={leaving !== null}
      title={t('leave.title')}
      message={t('leave.text')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      closeLabel={t('dashboard.close_dialog')}
      onConfirm={handleLeave}
      onCancel={() => setLeaving(null)}
    />
  )
}
