import {
  type ComponentType,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useQuestionTexts } from '#src/i18n/useQuestionTexts.ts'
import { askBeforeUnload, type HistoryMove, onHistoryMove } from '#src/platform/page.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsLostByClosing, selectIsLostByLogout } from '#src/store/unsaved/selectors.ts'
import { QuestionHost } from '#src/ui/QuestionHost.tsx'
import { Boundary, Broken, FramePart } from './Boundary.tsx'
import { FormKeeper } from './FormKeeper.tsx'
import { Router } from './Router.tsx'
import { useSessionNavigation } from './useSessionNavigation.ts'

export function App({ onReady }: { onReady?: (() => void) | undefined }) {
  useSessionNavigation()
  useEffect(() => onReady?.(), [onReady])
  return (
    <QuestionHost texts={useQuestionTexts()}>
      <FormKeeper>
        <Boundary instead={(error, again) => <Broken error={error} again={again} />}>
          <Router />
        </Boundary>
      </FormKeeper>
      <FramePart>
        <LeaveGuard />
      </FramePart>
    </QuestionHost>
  )
}

type Props = { moveRef: RefObject<HistoryMove | null> }

/** Confirms before unsaved text is lost by closing the tab, a link or a logout. */
export function LeaveGuard() {
  const isLostByClosing = useAppSelector(selectIsLostByClosing)
  const isLostByLogout = useAppSelector(selectIsLostByLogout)
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null)
  const moveRef = useRef<HistoryMove>(null)
  // A layout effect inside the router registers before the router's own.
  useLayoutEffect(() => onHistoryMove((event) => moveRef.current?.(event)), [])
  useEffect(() => (isLostByClosing ? askBeforeUnload() : undefined), [isLostByClosing])
  // Fetched with the first unsaved text. `lazy` would delay a late chunk by 300 ms, and break the page if the chunk
  // fails to load; without the dialog there is no confirmation.
  useEffect(() => {
    if (!isLostByLogout) return
    import(/* webpackChunkName: "leave-dialog" */ './LeaveDialog.tsx').then(
      ({ LeaveDialog }) => setDialog(() => LeaveDialog),
      () => undefined,
    )
  }, [isLostByLogout])
  return isLostByLogout && Dialog ? <Dialog moveRef={moveRef} /> : null
}
