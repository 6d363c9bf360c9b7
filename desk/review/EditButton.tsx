import { useRef, useState } from 'react'
import { Form, HttpError } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { ReviewItem } from '#contract/review.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Dialog, DialogButtons } from '../parts/Dialog.tsx'
import { actionOf, messageOf, useAction } from '../parts/useAction.ts'
import { type Edits, editsOf, undoing } from './decisions.ts'
import { EditFields } from './EditFields.tsx'

/** Approves with edits. What was typed is kept when the dialog is closed. */
export const EditButton = ({ item, disabled }: { item: ReviewItem; disabled: boolean }) => {
  const [start, setStart] = useState<Edits | null>(null)
  const [problem, setProblem] = useState('')
  const typed = useRef<Edits | null>(null)
  const { perform } = useAction()

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
      const args = { id: item.id, edits, reason }
      await perform(actionOf(deskRoutes.review.approve, args, t('review.edit_done'), undoing(item)))
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
      <ActionButton disabled={disabled} onClick={handleOpen} shortcut="e">
        {t('review.edit')}
      </ActionButton>
      {start && (
        <Dialog isWide onClose={handleClose} title={`${t('review.edit')}: ${item.title}`}>
          <p className="desk-quiet">{t('review.edit_note')}</p>
          <Form className="desk-form" noValidate onSubmit={handleSubmit} record={start}>
            <EditFields
              isLight={item.format === 'light'}
              onTyped={(values) => {
                typed.current = values
              }}
            />
            <DialogButtons label={t('review.publish')} onBack={handleClose} problem={problem} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** The response names the fields of the body, such as `edits.title`; the form has them without the prefix. */
function fieldErrors(error: unknown): Record<string, unknown> {
  if (!(error instanceof HttpError)) return {}
  const { errors } = (error.body ?? {}) as { errors?: Record<string, unknown> }
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, problem]) =>
      name === 'root' ? [] : [[name.replace(/^edits\./, ''), problem]],
    ),
  )
}
