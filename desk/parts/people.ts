import type { DeskRegistration } from '#contract/registration.ts'
import { deskLocale, t } from '../i18n.ts'

/** The name of a person, as far as it is stored. */
export const nameOf = ({ user, name }: DeskRegistration): string =>
  user?.username ?? (name || t('registrations.forgotten'))

/** The order of a list of people, as the desk writes it. */
export const byName = (one: DeskRegistration, other: DeskRegistration): number =>
  nameOf(one).localeCompare(nameOf(other), deskLocale())

/** "3 people, Bo, Zoë"; nothing for a person who comes alone. */
export const companyOf = (row: DeskRegistration): string =>
  row.companions.length > 0
    ? [t('registrations.people', { smart_count: peopleIn([row]) }), ...row.companions]
        .filter(Boolean)
        .join(', ')
    : ''

/** People of some registrations, with their companions. */
export const peopleIn = (rows: readonly DeskRegistration[]): number =>
  rows.reduce((sum, { companions }) => sum + 1 + companions.length, 0)
