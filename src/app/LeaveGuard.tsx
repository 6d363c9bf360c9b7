import { type ComponentType, useEffect, useState } from 'react'
import { askBeforeUnload } from '#src/platform/page.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsLostByClosing, selectIsLostByLogout } from '#src/store/selectors/unsaved.ts'

/** Asks before something that was typed and not sent is lost: by the end of the tab, by a link, by a logout. */
export function LeaveGuard() {
  const isLostByClosing = useAppSelector(selectIsLostByClosing)
  const isLostByLogout = useAppSelector(selectIsLostByLogout)
  const [Dialog, setDialog] = useState<ComponentType | null>(null)
  useEffect(() => (isLostByClosing ? askBeforeUnload() : undefined), [isLostByClosing])
  // Fetched with the first letter that could be lost. Not by `lazy`: React would hold a late chunk back for 300 ms,
  // and one that cannot be fetched would take the page along; without it nobody is asked.
  useEffect(() => {
    if (!isLostByLogout) return
    import(/* webpackChunkName: "leave-dialog" */ './LeaveDialog.tsx').then(
      ({ LeaveDialog }) => setDialog(() => LeaveDialog),
      () => undefined,
    )
  }, [isLostByLogout])
  return isLostByLogout && Dialog ? <Dialog /> : null
}
