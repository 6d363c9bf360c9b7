import { sha256 } from '../../../server/text/secrets.ts'
import { type Call, type Stage, site } from '../../../test/helpers/races/stage.ts'
import { PASSWORD } from '../../../test/helpers/server/accounts.ts'
import { cheapHash } from '../../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = { readonly Mara: TestUser; readonly elsewhere: string }

const HOUR_MS = 3_600_000
const newAddress = ({ id }: TestUser) => `pool-new-${id}@example.org`
const oldAddress = ({ id }: TestUser) => `pool-old-${id}@example.org`
const secretOf = ({ id }: TestUser, what: string) => `${what} of ${id}`

/**
 * Mara's session has requested another address; another session is open, and all kinds of links are mailed.
 * @param isMoved whether the account has the new address, and the links are in its mailbox
 */
async function setUp(stage: Stage, count: number, isMoved: boolean): Promise<World[]> {
  const people = await stage.people(count)
  const { db, clock } = stage.server.deps
  const now = clock()
  const password_hash = await cheapHash
  const worlds: World[] = []
  await db.transaction().execute(async (tx) => {
    for (const Mara of people) {
      const old = oldAddress(Mara)
      const address = isMoved ? newAddress(Mara) : old
      const elsewhere = `elsewhere-${Mara.id}`
      await tx
        .updateTable('users')
        .set({ email: address, email_key: address, password_hash, deletion_due_at: null })
        .where('id', '=', Mara.id)
        .execute()
      await tx.deleteFrom('refresh_tokens').where('family', '=', elsewhere).execute()
      await tx
        .insertInto('refresh_tokens')
        .values({
          hash: `${elsewhere} ${now}`,
          family: elsewhere,
          user_id: Mara.id,
          created_at: now,
          family_started_at: now,
          expires_at: now + HOUR_MS,
        })
        .execute()
      const link = { user_id: Mara.id, created_at: now, expires_at: now + HOUR_MS }
      const bound = { ...link, email_key: address }
      await tx
        .insertInto('account_links')
        .values([
          { ...bound, purpose: 'not_me', hash: sha256(secretOf(Mara, 'not me')) },
          { ...bound, purpose: 'password_reset', hash: sha256(secretOf(Mara, 'reset')) },
        ])
        .execute()
      await tx
        .insertInto('email_changes')
        .values({
          user_id: Mara.id,
          requested_at: now,
          expires_at: now + HOUR_MS,
          old_email: old,
          old_email_key: old,
          new_email: newAddress(Mara),
          new_email_key: newAddress(Mara),
          confirm_hash: sha256(secretOf(Mara, 'confirm')),
          ...(isMoved && { confirmed_at: now, undo_hash: sha256(secretOf(Mara, 'undo')) }),
        })
        .execute()
      worlds.push({ Mara, elsewhere })
    }
  })
  return worlds
}

/** Presses the button of a mailed page. A page with 200 can be a refusal; the remaining rows show that. */
export const press = (page: string, secret: string): Call => ({
  ...site(null, 'POST', `/account/${page}/${encodeURIComponent(secret)}`),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: '',
})

const reset = ({ Mara }: World): Call =>
  site(null, 'POST', '/discordia/verified-change-password/', {
    request_id: secretOf(Mara, 'reset'),
    new_password: PASSWORD,
  })

const sensitive = (Mara: TestUser, path: string, body?: object): Call =>
  site(Mara, 'POST', `/users/security/${path}/`, body, Mara.sensitive)

export const EMAIL_CHANGE: Area<World> = {
  about: 'a change of an e-mail address that waits',
  tables: ['outbox', 'email_changes', 'account_links', 'spent_challenges'],
  setUp: (stage, count) => setUp(stage, count, false),
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
  operations: {
    'is confirmed': ({ Mara }) => press('confirm-email', secretOf(Mara, 'confirm')),
    'was not the owner': ({ Mara }) => press('not-me', secretOf(Mara, 'not me')),
    'a reset': reset,
    'a new password': ({ Mara }) => sensitive(Mara, 'password', { new_password: PASSWORD }),
    'the other sessions end': ({ Mara }) => sensitive(Mara, 'end-other-sessions'),
  },
}

/** The attacker who has moved the account continues while its owner takes it back. */
export const TAKEN_BACK: Area<World> = {
  about: 'an account that is taken back',
  tables: [
    ...EMAIL_CHANGE.tables,
    ...(['calendar_feeds', 'data_exports', 'second_factors', 'security_events'] as const),
  ],
  setUp: (stage, count) => setUp(stage, count, true),
  async look({ server }, worlds) {
    const { db, clock } = server.deps
    const rows = {
      users: await db.selectFrom('users').selectAll().execute(),
      feeds: await db.selectFrom('calendar_feeds').select('user_id').execute(),
      archives: await db.selectFrom('data_exports').select('user_id').execute(),
      factors: await db.selectFrom('second_factors').select('user_id').execute(),
      links: await db
        .selectFrom('account_links')
        .select('user_id')
        .where('used_at', 'is', null)
        .execute(),
      changes: await db
        .selectFrom('email_changes')
        .select('user_id')
        .where('confirmed_at', 'is', null)
        .where('expires_at', '>', clock())
        .execute(),
      sessions: await db
        .selectFrom('refresh_tokens')
        .select('user_id')
        .where('revoked_at', 'is', null)
        .execute(),
      // The last one shows whose password is valid.
      events: await db
        .selectFrom('security_events')
        .select(['user_id', 'event'])
        .orderBy('id')
        .execute(),
    }
    const { users, events, ...counted } = rows
    return worlds.map(({ Mara: { id } }) => {
      const user = users.find((one) => one.id === id)
      const counts = Object.entries(counted).map(([name, all]) => [
        name,
        all.filter(({ user_id }) => user_id === id).length,
      ])
      return {
        ...Object.fromEntries(counts),
        isBack: user?.email.startsWith('pool-old'),
        isDue: user?.deletion_due_at !== null,
        last: events.findLast(({ user_id }) => user_id === id)?.event,
      }
    })
  },
  operations: {
    'is undone': ({ Mara }) => press('undo-email', secretOf(Mara, 'undo')),
    'a new password': ({ Mara }) => sensitive(Mara, 'password', { new_password: PASSWORD }),
    'a reset': reset,
    'another address': ({ Mara }) =>
      sensitive(Mara, 'email', { new_email: `pool-third-${Mara.id}@example.org` }),
    'a second step': ({ Mara }) => sensitive(Mara, 'second-factor/start'),
    'a calendar link': ({ Mara }) =>
      site(Mara, 'POST', '/users/calendar/', { name: 'His' }, Mara.sensitive),
    'an archive': ({ Mara }) => site(Mara, 'POST', '/users/my-data/', {}, Mara.sensitive),
    'its deletion': ({ Mara }) => site(Mara, 'POST', '/users/deletion/', {}, Mara.sensitive),
  },
}
