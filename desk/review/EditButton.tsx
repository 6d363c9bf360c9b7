import { useRef, useState } from 'react'
import { Form, HttpError } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { ReviewItem } from '#contract/schemas/deskGlossary.ts'
import { t } from '../i18n.ts'
import { ActButton } from '../parts/ActButton.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { messageOf, undoBy, useAct } from '../parts/useAct.ts'
import { EditFields } from './EditFields.tsx'
import { type Edits, editsOf } from './edits.ts'

const { approve, undo } = deskRoutes.review

/** Approves with edits. Typed text survives closing the dialog. */
export const EditButton = ({ item, disabled }: { item: ReviewItem; disabled: boolean }) => {
  const [start, setStart] = useState<Edits | null>(null)
  const [problem, setProblem] = useState('')
  const typed = useRef<Edits | null>(null)
  const { perform } = useAct()

  const handleOpen = () =>
    setStart({ ...(typed.current ?? editsOf(item)), updated_at: item.updated_at })
  const handleClose = () => {
    setStart(null)
    setProblem('')
  }
  const handleSubmit = async (values: object) => {
    const { reason, ...edits } = values as Edits
    setProblem('')
    try {
      const { id } = item
      const undoing = undoBy(undo, { id }, t('review.undo_done'))
      await perform(approve, { id, edits, reason }, t('review.edit_done'), undoing)
    } catch (error) {
      const fields = fieldErrors(error)
      if (Object.keys(fields).length > 0) return fields
      setProblem(messageOf(error))
      return undefined
    }
    setStart(null)
    return undefined
  }
  return (
    <>
      <ActButton disabled={disabled} onClick={handleOpen} shortcut="e">
        {t('review.edit')}
      </ActButton>
      {start && (
        <Dialog isWide onClose={handleClose} title={`${t('review.edit')}: ${item.title}`}>
          <p className="desk-quiet">{t('review.edit_note')}</p>
          <Form className="desk-form" noValidate onSubmit={handleSubmit} record={start}>
            <EditFields
              onTyped={(values) => {
                typed.current = values
              }}
            />
            <p className="desk-problem" role="alert">
              {problem}
            </p>
            <div className="desk-answers">
              <button className="desk-plain" onClick={handleClose} type="button">
                {t('back')}
              </button>
              <button className="desk-primary" type="submit">
                {t('review.publish')}
              </button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** The server names the fields of the body, `edits.title`; the form has them without the prefix. */
function fieldErrors(error: unknown): Record<string, unknown> {
  if (!(error instanceof HttpError)) return {}
  const { errors } = (error.body ?? {}) as { errors?: Record<string, unknown> }
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, problem]) =>
      name === 'root' ? [] : [[name.replace(/^edits\./, ''), problem]],
    ),
  )
}
