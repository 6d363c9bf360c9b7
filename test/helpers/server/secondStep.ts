import { generate } from 'otplib'
import type { MemberId } from '#contract/ids.ts'
import type { Db } from '#server/db/rows.ts'
import type { Deps } from '#server/http/deps.ts'
import { makeVault } from '#server/text/secrets.ts'

/** Secret of the authenticator app of every account with a second step. */
export const APP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The code that the app shows. @param now epoch milliseconds */
export const codeAt = (now: number): Promise<string> =>
  generate({ secret: APP_SECRET, epoch: Math.floor(now / 1000) })

/** The row of an account that has set up its second step. */
export const enabledFactor = (jwtSecret: string, user_id: MemberId, now: number) => ({
  user_id,
  secret: makeVault(jwtSecret, 'second factor').seal(APP_SECRET, user_id),
  created_at: now,
  enabled_at: now,
})

/** Turns on the second step of these accounts if it is off. */
export async function enableSecondStep(
  { db, jwtSecret, clock }: Pick<Deps, 'db' | 'jwtSecret' | 'clock'>,
  users: readonly MemberId[],
): Promise<void> {
  const rows = users.map((user) => enabledFactor(jwtSecret, user, clock()))
  await db
    .insertInto('second_factors')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets used codes, since a code is accepted only once, as if the last login had been long ago. */
export const forgetCodes = (db: Db) =>
  db.updateTable('second_factors').set({ last_step: 0 }).execute()
