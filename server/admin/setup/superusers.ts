import type { HasDb } from '../../db/schema.ts'
import { DEMO_EMAILS } from '../../db/seed/accounts.ts'
import { listSuperusers } from '../../modules/account/repository.ts'
import { emailKey } from '../../text/keys.ts'

export type Waiting = Awaited<ReturnType<typeof listSuperusers>>[number]
export type Superusers = {
  readonly hasActive: boolean
  /** The first superuser, who has not set a password by the link yet. */
  readonly waiting: Waiting | null
}

const DEMO_KEYS = new Set(DEMO_EMAILS.map(emailKey))

/** The superuser of the demonstration does not count: everyone knows the password. */
export async function findSuperusers(w: HasDb): Promise<Superusers> {
  const found = (await listSuperusers(w)).filter(({ email_key }) => !DEMO_KEYS.has(email_key))
  const waiting = found.find(({ activated_at }) => activated_at === null) ?? null
  return { hasActive: found.some(({ activated_at }) => activated_at !== null), waiting }
}
