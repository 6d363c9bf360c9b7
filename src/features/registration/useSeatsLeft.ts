import { useTranslation } from 'react-i18next'
import type { Registration } from '#contract/registration.ts'

type Seats = Pick<Registration, 'seats' | 'left' | 'is_open' | 'waiting' | 'companions_max'>

/** A sentence about the seats that are left. */
export function useSeatsLeft(registration: Seats): string {
  const { seats, left, is_open, waiting, companions_max = 0 } = registration
  const { t } = useTranslation()
  if (!is_open) return t('registration.closed')
  // Seats can be free that are too few for the party that is next.
  if (left === 0 && waiting > 0 && companions_max > 0)
    return t('registration.full_held', { count: seats })
  if (left === 0) return t('registration.full', { count: seats })
  return seats === 1 ? t('registration.only_left') : t('registration.left', { count: left, seats })
}
