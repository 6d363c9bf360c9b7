import { sha256 } from '#server/text/secrets.ts'
import { PASSWORD } from '../../server/accounts.ts'
import { cheapHash } from '../../server/startDesk.ts'
import type { TestUser } from '../../server/startServer.ts'
import type { Area } from '../racePairs.ts'
import { type Call, type Stage, site } from '../stage.ts'

type World = { readonly Mara: TestUser; readonly elsewhere: string }

const HOUR_MS = 3_600_000
const newAddress = ({ id }: TestUser) => `pool-new-${id}@example.org`
const oldAddress = ({ id }: TestUser) => `pool-old-${id}@example.org`
const secretOf = ({ id }: TestUser, what: string) => `${what} of ${id}`

/** Mara's session has asked for another address; another session is open, and links for everything are mailed. */
async function setUp(stage: Stage, count: number): Promise<World[]> {
  const people = await stage.people(count)
  const { db, clock } = stage.server.deps
  const now = clock()
  const password_hash = await cheapHash
  const worlds: World[] = []
  await db.transaction().execute(async (tx) => {
    for (const Mara of people) {
      const old = oldAddress(Mara)
      const elsewhere = `elsewhere-${Mara.id}`
      await tx
        .updateTable('users')
        .set({ email: old, email_key: old, password_hash })
        .where('id', '=', Mara.id)
        .execute()
      await tx.deleteFrom('refresh_tokens').where('family', '=', elsewhere).execute()
      await tx
        .insertInto('refresh_tokens')
        .values({
          ...{ hash: `${elsewhere} ${now}`, family: elsewhere, user_id: Mara.id },
          ...{ created_at: now, family_started_at: now, expires_at: now + HOUR_MS },
        })
        .execute()
      const link = { user_id: Mara.id, created_at: now, expires_at: now + HOUR_MS, email_key: old }
      await tx
        .insertInto('account_links')
        .values([
          { ...link, purpose: 'not_me', hash: sha256(secretOf(Mara, 'not me')) },
          { ...link, purpose: 'password_reset', hash: sha256(secretOf(Mara, 'reset')) },
        ])
        .execute()
      await tx
        .insertInto('email_changes')
        .values({
          ...{ user_id: Mara.id, requested_at: now, expires_at: now + HOUR_MS },
          ...{ old_email: old, old_email_key: old },
          ...{ new_email: newAddress(Mara), new_email_key: newAddress(Mara) },
          confirm_hash: sha256(secretOf(Mara, 'confirm')),
        })
        .execute()
      worlds.push({ Mara, elsewhere })
    }
  })
  return worlds
}

/** Mailed pages answer a browser: a page of 200 can be a refusal, which what is left shows. */
const press = (page: string, secret: string): Call => ({
  ...site(null, 'POST', `/account/${page}/${encodeURIComponent(secret)}`),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: '',
})

const sensitive = (Mara: TestUser, path: string, body?: object): Call =>
  site(Mara, 'POST', `/users/security/${path}/`, body, Mara.sensitive)

export const EMAIL_CHANGE: Area<World> = {
  about: 'a change of an e-mail address that waits',
  tables: ['outbox', 'email_changes', 'account_links', 'spent_challenges'],
  setUp,
  async look({ server }, worlds) {
    const { db, clock } = server.deps
    const users = await db.selectFrom('users').selectAll().execute()
    const byId = new Map(users.map((user) => [user.id, user]))
    const changes = await db.selectFrom('email_changes').selectAll().execute()
    const tokens = await db
      .selectFrom('refresh_tokens')
      .select('family')
      .where('revoked_at', 'is', null)
      .execute()
    const open = new Set(tokens.map(({ family }) => family))
    return worlds.map(({ Mara, elsewhere }) => {
      const own = changes.filter(({ user_id }) => user_id === Mara.id)
      return {
        hasNew: byId.get(Mara.id)?.email === newAddress(Mara),
        waits: own.filter((row) => row.confirmed_at === null && row.expires_at > clock()).length,
        isOpenElsewhere: open.has(elsewhere),
      }
    })
  },
  acts: {
    'is confirmed': ({ Mara }) => press('confirm-email', secretOf(Mara, 'confirm')),
    'was not the owner': ({ Mara }) => press('not-me', secretOf(Mara, 'not me')),
    'a reset': ({ Mara }) =>
      site(null, 'POST', '/discordia/verified-change-password/', {
        request_id: secretOf(Mara, 'reset'),
        new_password: PASSWORD,
      }),
    'a new password': ({ Mara }) => sensitive(Mara, 'password', { new_password: PASSWORD }),
    'the other sessions end': ({ Mara }) => sensitive(Mara, 'end-other-sessions'),
  },
}
