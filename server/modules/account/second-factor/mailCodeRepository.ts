import type { HasDb, Read } from '../../../db/schema.ts'

/* The mailed code of a desk session that waits for the set-up of a second step. */

const waiting = (w: HasDb, session: number) =>
  w.db
    .updateTable('desk_sessions')
    .where('id', '=', session)
    .where('needs_second_factor_since', 'is not', null)
    .where('mail_confirmed_at', 'is', null)

/** Records the request of a code, which invalidates an earlier one. */
export const codeRequested = (w: HasDb, session: number, mail_code_expires_at: number) =>
  waiting(w, session).set({ mail_code: null, mail_code_expires_at }).execute()

/** @returns false when the session has ended, or needs no code any more */
export const saveMailCode = async (
  w: HasDb,
  session: number,
  code: { readonly mail_code: string; readonly mail_code_expires_at: number },
): Promise<boolean> =>
  (await waiting(w, session)
    .set({ ...code, mail_code_tries: 0 })
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Counts a try before it is compared. @returns the hash; undefined without a code that may be tried */
export const tryMailCode = async (w: Read, session: number, triesMax: number) =>
  (
    await waiting(w, session)
      .set((is) => ({ mail_code_tries: is('mail_code_tries', '+', 1) }))
      .where('mail_code', 'is not', null)
      .where('mail_code_expires_at', '>', w.now)
      .where('mail_code_tries', '<', triesMax)
      .returning('mail_code')
      .executeTakeFirst()
  )?.mail_code

export const mailConfirmed = (w: Read, session: number) =>
  waiting(w, session)
    .set({ mail_code: null, mail_code_expires_at: null, mail_confirmed_at: w.now })
    .execute()
