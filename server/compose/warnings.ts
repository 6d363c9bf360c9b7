import { ENGLISH } from '../config/locales.ts'
import type { CheckDeps } from '../modules/face.ts'
import { checkIn } from '../text/check.ts'
import { collected } from './collect.ts'

/** What is wrong, for the operator, on the screen and in the log; the server runs all the same, also without its database. */
export async function startWarnings(deps: CheckDeps): Promise<string[]> {
  const checks = await collected.checks(deps)
  return checks
    .filter(({ state }) => state === 'wrong')
    .map((row) => checkIn(ENGLISH, row))
    .map(({ title, text }) => `${title}: ${text}`)
}
