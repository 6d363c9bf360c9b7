import { useState } from 'react'
import { HttpError, useDataProvider, useNotify, useRefresh } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'
import { useSingleCall } from '../parts/useSingleCall.ts'
import { codeOf } from '../session/client.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { useKit } from './kitContext.ts'
import type { Problem } from './problems.ts'

/** Saves the draft as the kit of the site. */
export function useSave() {
  const { draft } = useKit()
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [problem, setProblem] = useState('')
  const { run: save, isBusy } = useSingleCall(async () => {
    // A request on its way would make a draft again of what is saved then.
    await draft.flush()
    const { base, value } = draft.get()
    try {
      const { id } = await desk.call(deskRoutes.site.save, { base_id: base.id, value })
      draft.settle({ id, value })
      setProblem('')
      notify(t('site.save_done'), { type: 'success' })
    } catch (error) {
      const found = problemsIn(error)
      draft.refused(found)
      // The dialog of the conflict shows what others have saved.
      setProblem(found.length > 0 || codeOf(error) === 'kit_changed' ? '' : messageOf(error))
    }
    refresh()
  })
  return { save, isBusy, problem }
}

/** A refusal of a kit names the place that is wrong. */
function problemsIn(error: unknown): Problem[] {
  const { errors = {} } =
    (error instanceof HttpError ? (error.body as { errors?: object }) : {}) ?? {}
  return Object.entries(errors).flatMap(([place, problem]) =>
    typeof problem === 'string' ? [{ place, problem }] : [],
  )
}
