import { sha256 } from '../../../server/text/secrets.ts'
import { desk, type Stage, site } from '../../../test/helpers/races/stage.ts'
import { PASSWORD } from '../../../test/helpers/server/accounts.ts'
import { cheapHash } from '../../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'
import { press } from './emailChanges.ts'

type World = { readonly Mara: TestUser; readonly wanted: string }

const HOUR_MS = 3_600_000
const secretOf = ({ id }: TestUser, what: string) => `${what} of ${id}, by staff`
let count = 0

/** Staff have asked for another address of Mara, and all links about it are mailed. */
async function setUp(stage: Stage, worlds: number): Promise<World[]> {
  const people = await stage.people(worlds)
  const { db, clock } = stage.server.deps
  const now = clock()
  const password_hash = await cheapHash
  return db.transaction().execute(async (tx) => {
    const made: World[] = []
    for (const Mara of people) {
      // Unique, because a stranger may have registered that of an earlier race.
      const wanted = `pool-wanted-${++count}@example.org`
      const old = `pool-old-${Mara.id}@example.org`
      await tx
        .updateTable('users')
        .set({ email: old, email_key: old, password_hash })
        .where('id', '=', Mara.id)
        .execute()
      const { id } = await tx
        .insertInto('email_changes')
        .values({
          ...{ user_id: Mara.id, requested_at: now, expires_at: now + HOUR_MS, way: 'mailbox' },
          ...{ old_email: old, old_email_key: old, new_email: wanted, new_email_key: wanted },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const link = { user_id: Mara.id, created_at: now, expires_at: now + HOUR_MS }
      const about = { ...link, data: JSON.stringify({ email_change: id }) }
      const hash = (what: string) => sha256(secretOf(Mara, what))
      await tx
        .insertInto('account_links')
        .values([
          { ...about, purpose: 'approve_email', email_key: old, hash: hash('approve') },
          { ...about, purpose: 'stop_email', email_key: old, hash: hash('stop') },
          { ...about, purpose: 'stop_email', hash: hash('stop at the new one') },
          { ...link, purpose: 'password_reset', email_key: old, hash: hash('reset') },
        ])
        .execute()
      made.push({ Mara, wanted })
    }
    return made
  })
}

export const STAFF_EMAIL: Area<World> = {
  about: 'a change of an e-mail address by staff',
  tables: ['outbox', 'email_changes', 'account_links', 'security_events'],
  setUp,
  async look({ server }, worlds) {
    const { db, clock } = server.deps
    const users = await db.selectFrom('users').selectAll().execute()
    const changes = await db.selectFrom('email_changes').selectAll().execute()
    const mails = await db.selectFrom('outbox').select(['kind', 'data']).execute()
    const sessions = await db
      .selectFrom('refresh_tokens')
      .select('user_id')
      .where('revoked_at', 'is', null)
      .execute()
    return worlds.map(({ Mara: { id }, wanted }) => {
      const user = users.find((one) => one.id === id)
      const own = changes.filter(({ user_id }) => user_id === id)
      const ids = own.map((row) => row.id)
      const told = mails.filter(
        ({ kind, data }) =>
          /^(staff-email|email-changed)$/.test(kind) && ids.includes(JSON.parse(data).change),
      )
      return {
        hasNew: user?.email === wanted,
        isActive: user?.deactivated_at === null,
        holders: users.filter(({ email }) => email === wanted).length,
        waits: own.filter((row) => row.confirmed_at === null && row.expires_at > clock()).length,
        told: told.map(({ kind, data }) => `${kind} ${JSON.parse(data).step ?? ''}`).sort(),
        sessions: sessions.filter(({ user_id }) => user_id === id).length,
      }
    })
  },
  operations: {
    'is agreed to': ({ Mara }) => press('approve-email', secretOf(Mara, 'approve')),
    'is stopped at the old address': ({ Mara }) => press('stop-email', secretOf(Mara, 'stop')),
    'is stopped at the new address': ({ Mara }) =>
      press('stop-email', secretOf(Mara, 'stop at the new one')),
    'is stopped at the desk': ({ Mara }, { ben }) =>
      desk(ben, 'POST', `/members/${Mara.id}/stop-email`),
    'meets a deactivation': ({ Mara }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/deactivate`),
    'meets another name': ({ Mara }, { ada }) =>
      desk(ada, 'POST', `/members/${Mara.id}/rename`, {
        ...{ username: `Other${Mara.id}`, reason: 'A wish' },
      }),
    'meets a reset': ({ Mara }) =>
      site(null, 'POST', '/discordia/verified-change-password/', {
        ...{ request_id: secretOf(Mara, 'reset'), new_password: PASSWORD },
      }),
    'meets a registration of the address': ({ Mara, wanted }) =>
      site(null, 'POST', '/users/register/', {
        ...{ email: wanted, username: `Pool${count}x${Mara.id}`, password: PASSWORD },
      }),
  },
}
