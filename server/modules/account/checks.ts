import { check, type FoundCheck } from '../../text/check.ts'
import type { CheckDeps } from '../face.ts'
import { listStaff } from './staffRepository.ts'

/** Whether enough people can log in to the desk. */
export async function accountChecks({ db, settings }: CheckDeps): Promise<FoundCheck[]> {
  const staff = await listStaff({ db })
  if (staff.length === 0) return [check('setup', settings.isProduction ? 'wrong' : 'open')]
  const superusers = staff.filter(({ role }) => role === 'superuser')
  const [only] = superusers
  const without = staff.filter(({ hasSecondStep }) => !hasSecondStep)
  return [
    check('setup', 'ok'),
    only === undefined
      ? check('superusers', 'open_none')
      : superusers.length === 1
        ? check('superusers', 'open', { name: only.username })
        : check('superusers', 'ok', { count: superusers.length }),
    without.length === 0
      ? check('second_step', 'ok')
      : check('second_step', 'open', { names: namesOf(without) }),
  ]
}

const NAMES_MAX = 10

function namesOf(people: readonly { readonly username: string }[]): string {
  const names = people.slice(0, NAMES_MAX).map(({ username }) => username)
  return people.length > NAMES_MAX ? `${names.join(', ')} …` : names.join(', ')
}
