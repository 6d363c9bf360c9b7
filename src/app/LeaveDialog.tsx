import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { dropOwnText } from '#src/platform/keptTexts.ts'
import { watchLeaving } from '#src/platform/leaving.ts'
import type { HistoryMove } from '#src/platform/page.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import type { AppThunk } from '#src/store/reducer.ts'
import { selectOwner } from '#src/store/session/slice.ts'
import { isLostByOpening } from '#src/store/unsaved/selectors.ts'
import { useConfirm } from '#src/ui/useConfirm.tsx'

const discardTexts = (): AppThunk => (_dispatch, getState) => {
  for (const form of getState().unsaved.forms) dropOwnText(selectOwner(getState()), form)
}

export function LeaveDialog({ moveRef }: { moveRef: RefObject<HistoryMove | null> }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { pathname, key } = useLocation()
  const confirm = useConfirm()

  useEffect(() => {
    const ask = async (proceed: () => void) => {
      const isSure = await confirm({
        title: t('leave.title'),
        text: t('leave.text'),
        yes: t('leave.confirm'),
        no: t('leave.stay'),
      })
      if (!isSure) return
      dispatch(discardTexts())
      proceed()
    }
    const { handleMove, stop } = watchLeaving(key, ({ path, proceed }) => {
      // Read at the time of the click: the end of a session resets everything.
      const isLost =
        path !== pathname && dispatch((_dispatch, getState) => isLostByOpening(getState(), path))
      if (isLost) void ask(proceed)
      return isLost
    })
    moveRef.current = handleMove
    return () => {
      moveRef.current = null
      stop()
    }
  }, [confirm, dispatch, key, moveRef, pathname, t])

  return null
}
