import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONDUCT_PATH } from '#contract/pages.ts'
import { admissionApi } from '#src/store/account/admission/api.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { statusOf } from '#src/store/http/errors.ts'
import {
  conductAccepted,
  conductDeclined,
  selectIsConductAsked,
} from '#src/store/session/stepUp.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { joined, plainLinkClasses } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'

/** Asks for the agreement to the code of conduct while an act waits for it. */
export function ConductDialog() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const isAsked = useAppSelector(selectIsConductAsked)
  const { data, isFetching, refetch } = admissionApi.useGetAdmissionQuery(undefined, {
    skip: !isAsked,
    refetchOnMountOrArgChange: true,
  })
  const [accept, { isLoading }] = admissionApi.useAcceptConductMutation()
  const [problem, setProblem] = useState<'conduct.changed' | 'conduct.failed'>()
  const handleCancel = () => dispatch(conductDeclined())
  // Leaving the site cancels the act.
  useEffect(() => () => void dispatch(conductDeclined()), [dispatch])

  // The agreement is to the version of when the question was asked. Any version is right once there is no code.
  const handleAccept = async () => {
    setProblem(undefined)
    const { error } = await accept({ version: data?.conduct ?? 1 })
    if (!error) return dispatch(conductAccepted())
    void refetch()
    return setProblem(statusOf(error) === 409 ? 'conduct.changed' : 'conduct.failed')
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
      <FormError message={problem && t(problem)} />
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
      className={joined('font-sans text-ui', plainLinkClasses)}
    >
      {t('conduct.read')}
    </a>
  )
}
