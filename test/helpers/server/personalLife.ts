import sharp from 'sharp'
import type { MemberId } from '#contract/ids.ts'
import { insertRow, updateRow } from '#server/db/rows.ts'
import { logChange } from '#server/desk/audit.ts'
import { storeImage } from '#server/files/pictures.ts'
import { enqueue } from '#server/mail/outbox.ts'
import { titleKey } from '#server/text/keys.ts'
import { addEvent, DAY } from '../fixtures/contents.ts'
import { addGlossaryType } from '../fixtures/glossary.ts'
import { addHook } from '../fixtures/hooks.ts'
import { addTextPicture } from '../fixtures/textPictures.ts'
import { beImported } from './personalImport.ts'
import { addRequest, beInvited } from './personalInvites.ts'
import { makePlans, PLAN_WORDS } from './personalPlans.ts'
import { beReported, REPORT_WORDS } from './personalReports.ts'
import type { TestServer, TestUser } from './startServer.ts'

/** Words that are found nowhere after the account was deleted. */
export const ERASED_WORDS = (name: string): string[] => [
  name,
  `${name.toLowerCase()}@example.org`,
  `${name}-before`,
  `${name}-wanted`,
  `${name.toLowerCase()}.old@example.org`,
  ...['first-name', 'street'].map((word) => `${name}-${word}`),
  `${name}-pending-entry`,
  `${name}-pending-text`,
  `${name}-reason`,
  `${name}-contact-text`,
  `${name}-answer`,
  `${name}-own-group`,
  ...['passkey', 'browser', 'mail', 'upload'].map((word) => `${name}-${word}`),
  ...['blocked', 'diet', 'device'].map((word) => `${name}-${word}`),
  `${name}-guest@example.org`,
  ...REPORT_WORDS(name),
]
/** Words that stay, because others need them. */
export const KEPT_WORDS = (name: string): string[] => [
  `${name}-approved-entry`,
  `${name}-approved-text`,
  `${name}-shared-group`,
  ...PLAN_WORDS(name),
  `${name}-session`,
]
export const WORDS = (name: string): string[] => [...ERASED_WORDS(name), ...KEPT_WORDS(name)]
/** Stored values that no archive contains. */
export const SECRETS: readonly string[] = [
  'secret-password-hash',
  'secret-of-the-app',
  'secret-recovery-hash',
  'secret-public-key',
  'secret-link-hash',
  'secret-desk-hash',
  'secret-csrf',
  'secret-digest',
  'secret-facts',
  'secret-feed-hash',
  'secret-target',
]

const typedEmail = (name: string) => `${name}@Example.org`

/** @returns the member, with rows in every personal table */
export async function liveInWorld(server: TestServer, name: string): Promise<TestUser> {
  const user = await server.addUser(name)
  await protectAccount(server, user, name)
  await writeEntries(server, user, name)
  await joinGroups(server, user, name)
  await beInvited(server, user, typedEmail(name))
  await makePlans(server, user, name)
  await beReported(server, user)
  await signUp(server, user, name)
  await makeFeed(server, user, name)
  await makeToken(server, user, name)
  await makeHook(server, user)
  await leaveTraces(server, user, name)
  await beImported(server, user, name)
  return user
}

async function protectAccount({ deps: { db, clock } }: TestServer, { id }: TestUser, name: string) {
  const now = clock()
  const user_id = id
  const own = (text: string) => `${text}-${name}`
  await updateRow(db, 'users', id, {
    password_hash: 'secret-password-hash',
    email: typedEmail(name),
  })
  await insertRow(db, 'second_factors', {
    user_id,
    secret: 'secret-of-the-app',
    created_at: now,
    enabled_at: now,
  })
  await insertRow(db, 'recovery_codes', { user_id, hash: own('secret-recovery-hash') })
  await insertRow(db, 'passkeys', {
    user_id,
    credential_id: own('credential'),
    public_key: 'secret-public-key',
    counter: 0,
    transports: '[]',
    name: `${name}-passkey`,
    created_at: now,
  })
  for (const table of ['known_browsers', 'known_networks'] as const)
    await db
      .insertInto(table)
      .values({ user_id, digest: own('secret-digest'), last_used_at: now })
      .execute()
  await insertRow(db, 'security_events', {
    user_id,
    event: 'logged_in',
    at: now,
    browser: `${name}-browser`,
  })
  await insertRow(db, 'email_changes', {
    user_id,
    old_email: `${name.toLowerCase()}.old@example.org`,
    old_email_key: `${name.toLowerCase()}.old@example.org`,
    new_email: `${name.toLowerCase()}@example.org`,
    new_email_key: `${name.toLowerCase()}@example.org`,
    requested_at: now,
    expires_at: now + 1e9,
    confirmed_at: now,
  })
  await insertRow(db, 'old_usernames', {
    user_id,
    username: `${name}-before`,
    username_key: `${name}-before`.toLowerCase(),
    given_up_at: now,
    free_at: now,
  })
  await insertRow(db, 'account_links', {
    user_id,
    hash: own('secret-link-hash'),
    purpose: 'not_me',
    created_at: now,
  })
  await insertRow(db, 'desk_sessions', {
    user_id,
    hash: own('secret-desk-hash'),
    csrf: 'secret-csrf',
    mail_code: own('secret-mail-code'),
    token_version: 0,
    created_at: now,
    expires_at: now + 1e9,
  })
}

async function signUp(server: TestServer, { id }: TestUser, name: string) {
  const now = server.deps.clock()
  await insertRow(server.deps.db, 'registrations', {
    content_id: await addEvent(server, { seats: 5 }),
    user_id: id,
    state: 'coming',
    queued_at: now,
    answers: JSON.stringify([{ question: 'Diet', answer: `${name}-diet` }]),
    told: 'secret-facts',
    created_at: now,
    updated_at: now,
  })
}

async function makeToken({ deps: { db, clock } }: TestServer, { id }: TestUser, name: string) {
  await insertRow(db, 'access_tokens', {
    ...{ user_id: id, token_version: 0, name: `${name}-script` },
    ...{ secret_hash: `secret-token-hash-${name}`, created_at: clock(), expires_at: clock() + DAY },
  })
}

const makeHook = (server: TestServer, { id }: TestUser) =>
  addHook(server, `hook-${id}`, { set_by: id, last_error: 'Unknown Webhook' })

async function makeFeed({ deps: { db, clock } }: TestServer, { id }: TestUser, name: string) {
  await insertRow(db, 'calendar_feeds', {
    user_id: id,
    name: `${name}-device`,
    secret_hash: `secret-feed-hash-${name}`,
    created_at: clock(),
  })
}

async function writeEntries(server: TestServer, { id }: TestUser, name: string) {
  const { db, files, clock } = server.deps
  const type_id = await addGlossaryType(server, `Places of ${id}`)
  const pixel = { width: 8, height: 8, channels: 3, background: '#336' } as const
  const png = await sharp({ create: pixel }).png().toBuffer()
  for (const state of ['approved', 'pending']) {
    const title = `${name}-${state}-entry`
    const entry = await insertRow(db, 'glossary_entries', {
      title,
      description: '',
      type_id,
      created_by: id,
      created_at: clock(),
      updated_at: clock(),
      approved_at: state === 'approved' ? clock() : null,
      title_key: titleKey(title),
      search_text: titleKey(title),
      picture: JSON.stringify(await storeImage(files, png)),
    })
    await insertRow(db, 'glossary_sub_entries', {
      entry_id: entry.id,
      position: 0,
      title: 'Section',
      content: `${name}-${state}-text ![](${await addTextPicture(server, id)})`,
    })
    await insertRow(db, 'glossary_reviews', {
      entry_id: entry.id,
      claimed_by: state === 'pending' ? id : null,
      claimed_until: state === 'pending' ? clock() + 1e6 : null,
      decided_by: state === 'approved' ? id : null,
      decided_at: state === 'approved' ? clock() : null,
      author_version: state === 'approved' ? `{"title":"${name}"}` : null,
    })
  }
}

async function joinGroups(server: TestServer, { id }: TestUser, name: string) {
  const { db, clock } = server.deps
  const friend = (await server.addUser(`Friend-of-${id}`)).id
  const joined_at = clock()
  await db.transaction().execute(async (tx) => {
    const open = { uses: 1, uses_left: 1, expires_at: joined_at + 1e9, created_at: joined_at }
    for (const [group, members] of [
      ['own', [id]],
      ['shared', [id, friend]],
    ] as [string, MemberId[]][]) {
      const { id: group_id } = await insertRow(tx, 'groups', {
        name: `${name}-${group}-group`,
        owner_id: id,
        created_at: joined_at,
      })
      for (const user_id of members)
        await tx.insertInto('memberships').values({ group_id, user_id, joined_at }).execute()
      await insertRow(tx, 'group_log', {
        group_id,
        actor_id: id,
        kind: 'founded',
        created_at: joined_at,
      })
      await insertRow(tx, 'invite_links', {
        group_id,
        created_by: id,
        secret_hash: `secret-link-hash-${name}-${group}`,
        ...open,
      })
      if (group === 'own')
        await insertRow(tx, 'invites', {
          group_id,
          target_user_id: friend,
          invited_by: id,
          created_at: joined_at,
        })
      else {
        await addRequest(tx, group_id, id, name)
        await insertRow(tx, 'group_notices', {
          group_id,
          owner_id: id,
          user_id: friend,
          kind: 'left',
          created_at: joined_at,
        })
        for (const [created_by, email] of [
          [id, `${name}-guest@example.org`],
          [friend, ` ${typedEmail(name)}`],
        ] as [MemberId, string][])
          await insertRow(tx, 'invite_links', {
            group_id,
            created_by,
            email,
            ...open,
            secret_hash: `secret-link-hash-mailed-${created_by}`,
          })
      }
    }
  })
  const mute = { created_at: joined_at, until: joined_at + 1e9 }
  await db
    .insertInto('mutes')
    .values([
      { user_id: id, muted_user_id: friend, ...mute },
      { user_id: friend, muted_user_id: id, ...mute },
    ])
    .execute()
}

async function leaveTraces({ deps: { db, clock } }: TestServer, user: TestUser, name: string) {
  const now = clock()
  const { id } = user
  const email = `${name.toLowerCase()}@example.org`
  await insertRow(db, 'order_details', {
    user_id: id,
    first_name: `${name}-first-name`,
    last_name: 'Hill',
    email,
    phone_number: '',
    country_key: 'se',
    city: 'Lund',
    zipcode: '22100',
    address: `${name}-street`,
    updated_at: now,
  })
  await db.insertInto('preferences').values({ user_id: id, notify_since: now }).execute()
  const { id: change } = await insertRow(db, 'name_changes', {
    user_id: id,
    new_name: `${name}-wanted`,
    reason: `${name}-reason`,
    created_at: now,
  })
  const { id: message } = await insertRow(db, 'contact_messages', {
    name,
    email: ` ${email.toUpperCase()}`,
    subject: 'Hello',
    message: `${name}-contact-text`,
    created_at: now,
  })
  await insertRow(db, 'message_answers', {
    message_id: message,
    text: `${name}-answer`,
    answered_by: id,
    answered_at: now,
  })
  await insertRow(db, 'blocked_senders', {
    sender: email,
    reason: `${name}-blocked`,
    created_at: now,
  })
  await insertRow(db, 'desk_uploads', {
    id: `upload-${id}`,
    purpose: 'file',
    name: `${name}-upload`,
    media_type: 'text/plain',
    size: 1,
    digest: 'x',
    file_key: `private/${'0'.repeat(24)}${String(id).padStart(8, '0')}.txt`,
    created_by: id,
    created_at: now,
  })
  await db.transaction().execute(async (tx) => {
    await enqueue(
      { db: tx, now },
      {
        kind: 'group-closed',
        recipient: email,
        data: { user: id, name: `${name}-mail` },
        onceKey: `once:${id}`,
      },
    )
    await enqueue({ db: tx, now }, { kind: 'password-reset', recipient: email.toUpperCase() })
    const actor = { id, username: name }
    const what = {
      timestamp: now,
      action: 'update',
      before: { created_by: id, title: `${name}-logged` },
    }
    const member = { id, username: name, email }
    const other = { id: null, username: 'command line' }
    const logged = [
      { actor, resource: 'contents', record: 1, after: { title: 'x' } },
      { actor: other, resource: 'members', record: id, after: member },
      {
        actor: other,
        resource: 'name-changes',
        record: change,
        after: { reason: `${name}-reason` },
      },
      { actor: other, resource: 'outbox', record: 1, after: { recipient: typedEmail(name) } },
      { actor: other, resource: 'messages', record: message, after: { text: `${name}-answer` } },
      { actor: other, resource: 'groups', record: 7, after: { owner: member } },
    ]
    for (const one of logged) await logChange({ db: tx }, { ...what, ...one })
  })
}
