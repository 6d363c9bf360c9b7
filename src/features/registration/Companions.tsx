import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import type { OwnRegistration } from '#contract/registration.ts'
import { refusalText } from '#src/store/refusals.ts'
import { registrationApi } from '#src/store/registration/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'

type Props = { id: ContentId; mine: OwnRegistration }

/** Who comes with the member; the seat, or the place on the waiting list, of each can be given back alone. */
export function OwnCompanions({ id, mine: { state, companions = [] } }: Props) {
  const { t } = useTranslation()
  const [giveBack, { isLoading, error }] = registrationApi.useGiveBackCompanionMutation()
  const confirm = useConfirm()
  if (companions.length === 0) return null
  const kind = state === 'waiting' ? 'place' : 'companion'
  return (
    <>
      <ul aria-label={t('registration.with_list')} className="w-full">
        {[...companions.entries()].map(([index, given]) => {
          const name = given || t('registration.companion_number', { number: index + 1 })
          const title = t(`registration.give_back_${kind}`, { name })
          const text = t(`registration.give_back_${kind}_text`, { name })
          const action = () => void giveBack({ id, companions, index })
          return (
            <li key={index} className="flex flex-col items-start wrap-anywhere">
              <span>{name}</span>
              <Button
                variant="quiet"
                busy={isLoading}
                className="-ms-5 text-ember forced-colors:ms-0"
                onClick={() => confirm({ title, text, action })}
              >
                {title}
              </Button>
            </li>
          )
        })}
      </ul>
      <FormError message={error && t(refusalText(error, 'registration.seat_failed'))} />
    </>
  )
}
