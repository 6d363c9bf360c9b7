import { deskRoutes } from '#contract/desk.ts'
import type { DeskRegistration } from '#contract/schemas/registration.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

const { giveSeat, takeOff } = deskRoutes.registrations

/** What can be done with a registration besides the tick, by its state. */
export const RowActions = ({ row: { id, state, user } }: { row: DeskRegistration }) => {
  const { attempt, isBusy } = useAction()
  const button = { about: user.username, disabled: isBusy }
  return (
    <>
      {state !== 'coming' && (
        <ConfirmButton
          {...button}
          label={t('registrations.give_seat')}
          onConfirm={() => attempt(actionOf(giveSeat, { id }, t('registrations.give_seat_done')))}
          question={t('registrations.give_seat_sure')}
        />
      )}
      {state !== 'cancelled' && (
        <ConfirmButton
          {...button}
          isDangerous
          label={t('registrations.take_off')}
          onConfirm={() => attempt(actionOf(takeOff, { id }, t('registrations.take_off_done')))}
          question={t('registrations.take_off_sure')}
        />
      )}
    </>
  )
}
