import { useRecordContext } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskRegistration } from '#contract/schemas/registration.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { type Action, actionOf, useAction } from '../parts/useAction.ts'

const { attend, giveSeat, takeOff } = deskRoutes.registrations

const marking = ({ id }: DeskRegistration, came: boolean): Action =>
  actionOf(attend, { id, came }, t(came ? 'registrations.came_done' : 'registrations.absent_done'))

/** Actions on one registration, by its state. */
export const RowActions = () => {
  const row = useRecordContext<DeskRegistration>()
  const { attempt, run, isBusy } = useAction()
  if (!row) return null
  const { id, state, user, attended_at } = row
  const button = { about: user.username, disabled: isBusy }
  return (
    <div className="desk-actions">
      {state === 'coming' && (
        <ActionButton disabled={isBusy} onClick={() => run(marking(row, attended_at === null))}>
          {t(attended_at === null ? 'registrations.came' : 'registrations.absent')}
        </ActionButton>
      )}
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
    </div>
  )
}
