import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONDUCT_PATH } from '#contract/pages.ts'
import { admissionApi } from '#src/store/account/admission/api.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import {
  conductAccepted,
  conductDeclined,
  selectIsConductAsked,
} from '#src/store/session/stepUp.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Modal } from '#src/ui/Modal.tsx'

/** Asks for the agreement to the code of conduct while an act waits for it. */
export function ConductDialog() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isAsked = useAppSelector(selectIsConductAsked)
  const [find, { isFetching }] = admissionApi.useLazyGetAdmissionQuery()
  const [accept, { isLoading }] = admissionApi.useAcceptConductMutation()
  const [hasFailed, setHasFailed] = useState(false)
  const handleCancel = () => dispatch(conductDeclined())
  // Leaving the site cancels the act.
  useEffect(() => () => void dispatch(conductDeclined()), [dispatch])

  const handleAccept = async () => {
    setHasFailed(false)
    const { data } = await find()
    const version = data?.conduct
    // If there is no code of conduct any more, nothing has to be agreed to.
    const { error } =
      version === undefined ? { error: data ? undefined : true } : await accept({ version })
    if (error) setHasFailed(true)
    else dispatch(conductAccepted())
  }
  return (
    <Modal
      open={isAsked}
      onClose={handleCancel}
      title={t('conduct.title')}
      size="small"
      footer={
        <>
          <Button onClick={handleCancel}>{t('conduct.cancel')}</Button>
          <Button
            variant="primary"
            busy={isFetching || isLoading}
            onClick={() => void handleAccept()}
          >
            {t('conduct.confirm')}
          </Button>
        </>
      }
    >
      <FormError message={hasFailed ? t('conduct.failed') : undefined} />
      <p className="mb-4 font-sans text-ui text-ink-soft">{t('conduct.text')}</p>
      <ConductLink />
    </Modal>
  )
}

export function ConductLink() {
  const { t } = useTranslation()
  return (
    <a
      href={CONDUCT_PATH}
      target="_blank"
      rel="noreferrer"
      className="font-sans text-ui text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {t('conduct.read')}
    </a>
  )
}
