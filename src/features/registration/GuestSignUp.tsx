import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import type { Registration } from '#contract/registration.ts'
import { useFocusOnShow } from '#kit/useFocusOnShow.ts'
import { canProve } from '#src/platform/proofOfWork.ts'
import { Button } from '#src/ui/Button.tsx'
import { Late } from '#src/ui/Late.tsx'
import type { Held } from './GuestForm.tsx'
import { PlainPageLink } from './RegistrationFrame.tsx'

const loadForm = async () =>
  (await import(/* webpackChunkName: "guest" */ './GuestForm.tsx')).GuestForm

type Props = {
  id: ContentId
  registration: Registration
  /** Whether a seat, or a place on the waiting list, is free. */
  mayTry: boolean
}

/** The form for people without an account, behind a button. What it was answered stays when no seat is left. */
export function GuestSignUp({ id, registration, mayTry }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [held, setHeld] = useState<Held | null>(null)
  const formId = useId()
  if (held) return <HeldNote held={held} />
  if (!mayTry) return null
  if (!canProve()) return <PlainPageLink id={id} />
  return (
    <>
      <Button aria-expanded={isOpen} aria-controls={formId} onClick={() => setIsOpen(!isOpen)}>
        {t('registration.guest')}
      </Button>
      <div id={formId} className="w-full empty:hidden">
        {isOpen && (
          <Late
            load={loadForm}
            props={{ id, registration, onHeld: setHeld }}
            failed={<PlainPageLink id={id} />}
          />
        )}
      </div>
    </>
  )
}

function HeldNote({ held }: { held: Held }) {
  const { t } = useTranslation()
  return (
    <p
      ref={useFocusOnShow<HTMLParagraphElement>()}
      role="status"
      tabIndex={-1}
      data-autofocus
      className="font-medium outline-none"
    >
      {t(held === 'seat' ? 'registration.guest_held' : 'registration.guest_list_held')}
    </p>
  )
}
