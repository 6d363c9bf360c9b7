import { deskRoutes } from '#contract/desk.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

const { giveSeat, takeOff } = deskRoutes.registrations

/** What can be done with a registration besides the tick, by its state. */
export const RowActions = ({ row: { id, state, user } }: { row: DeskRegistration }) => {
  const { attempt, isBusy } = useAction()
  const name = user.username
  return (
    <>
      {state !== 'coming' && (
        <ConfirmButton
          disabled={isBusy}
          label={t('registrations.give_seat')}
          onConfirm={() => attempt(actionOf(giveSeat, { id }, t('registrations.give_seat_done')))}
          text={t('registrations.give_seat_sure')}
          title={t('registrations.give_seat_ask', { name })}
        />
      )}
      {state !== 'cancelled' && (
        <ConfirmButton
          disabled={isBusy}
          isDangerous
          keep={t('registrations.keep')}
          label={t('registrations.take_off')}
          onConfirm={() => attempt(actionOf(takeOff, { id }, t('registrations.take_off_done')))}
          text={t('registrations.take_off_sure')}
          title={t('registrations.take_off_ask', { name })}
        />
      )}
    </>
  )
}
