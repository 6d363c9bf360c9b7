import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formClosed, selectDraftNumber, selectIsFormOpen } from '#src/store/glossary/draftSlice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NewEntryForm } from './NewEntryForm.tsx'
import { usePickedImage } from './usePickedImage.ts'
import { useSendEntry } from './useSendEntry.ts'

/** The create form (behaviour 2). Closing it loses nothing: the text is in the store, the picture here. */
export function NewEntryDialog() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isOpen = useAppSelector(selectIsFormOpen)
  const formId = useId()
  const picked = usePickedImage(useAppSelector(selectDraftNumber))
  const { send, isSending } = useSendEntry()
  const close = () => {
    picked.clearProblem()
    dispatch(formClosed())
  }
  return (
    <Modal
      open={isOpen}
      onClose={close}
      title={t('glossary.create_title')}
      closeLabel={t('glossary.close_dialog')}
      size="large"
      footer={
        <>
          <Button onClick={close}>{t('glossary.close')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSending}>
            {t('glossary.send')}
          </Button>
        </>
      }
    >
      <NewEntryForm
        id={formId}
        picked={picked}
        onSend={async (draft) => {
          if (!isSending) await send(draft, picked.image.file)
        }}
      />
    </Modal>
  )
}
