import type { GroupId } from '#contract/ids.ts'
import { addEvent, addNews } from './contents.ts'
import { type DeskCaller, type DeskServer, fileForm } from './desk.ts'
import { addGroups } from './groups.ts'
import { addCategory } from './rules.ts'

export type Act = { readonly path: string; readonly body?: object; readonly type?: string }
type Prepare = (server: DeskServer, who: DeskCaller) => Promise<Act>

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
export const WEBM = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')
export const FILM = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom........')])

const news = { kind: 'news', title: 'A title', short_description: 'Short', description: 'Long' }

/** A pending entry of a player, in a type of its own. */
export async function addPending(
  { deps, addUser }: DeskServer,
  title = 'A wish',
  created_at = deps.clock(),
): Promise<number> {
  const { id: type_id } = await deps.db
    .insertInto('glossary_types')
    .values({ name: 'Places', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const author = await addUser(`Author${type_id}`)
  const { id } = await deps.db
    .insertInto('glossary_entries')
    .values({
      title,
      description: '',
      type_id,
      created_by: author.id,
      created_at,
      updated_at: created_at,
      title_key: title.toLowerCase(),
      search_text: title.toLowerCase(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A member's pending wish for another name. */
export async function addNameChange(server: DeskServer, username: string, new_name: string) {
  const { deps, addUser } = server
  const member = await addUser(username)
  const { id } = await deps.db
    .insertInto('name_changes')
    .values({ user_id: member.id, new_name, reason: 'I like it', created_at: deps.clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, member }
}

let count = 0
const another = (name: string) => `${name}${++count}`
const made = async (who: DeskCaller, resource: string, body: object): Promise<number> =>
  (await who.post(`/${resource}`, body)).json().id
const fileBody = async (who: DeskCaller) => ({
  category_id: await made(who, 'download-categories', { title: 'Maps' }),
  display_name: 'A map',
  file_upload: await who.upload('file', Buffer.from('x'), 'a.txt', 'text/plain'),
})
const videoBody = async (who: DeskCaller) => ({
  title: 'Film',
  file_upload: await who.upload('video', FILM, 'a.mp4', 'video/mp4'),
})
const typeId = (who: DeskCaller) => made(who, 'glossary-types', { name: 'Places' })
const pendingAt =
  (call: string, body?: object): Prepare =>
  async (server) => ({
    path: `/review/${await addPending(server)}/${call}`,
    ...(body && { body }),
  })
/** A group of two; the call is about the one who does not own it. */
const groupAt =
  (call: string, body?: object): Prepare =>
  async (server) => {
    const [owner, other] = [
      await server.addUser(another('Owner')),
      await server.addUser(another('Other')),
    ]
    const [group] = await addGroups(server, owner.id, 1)
    await server.deps.db
      .insertInto('memberships')
      .values({ group_id: group as GroupId, user_id: other.id, joined_at: 2 })
      .execute()
    return { path: `/groups/${group}${call}`, body: body ?? { member_id: other.id } }
  }
const memberAt =
  (call: string, columns: object = {}, body?: object): Prepare =>
  async (server) => {
    const { id } = await server.addUser(another('Member'))
    if (Object.keys(columns).length > 0)
      await server.deps.db.updateTable('users').set(columns).where('id', '=', id).execute()
    return { path: `/members/${id}/${call}`, ...(body && { body }) }
  }
const messageAt =
  (call: string, body?: object): Prepare =>
  async ({ deps }) => {
    const message = { name: 'N', email: 'n@example.org', subject: 'S', message: 'M', created_at: 1 }
    const { id } = await deps.db
      .insertInto('contact_messages')
      .values(message)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/messages/${id}/${call}`, ...(body && { body }) }
  }

/** Create, update, remove and order of a resource. */
function crud(
  resource: string,
  body: (server: DeskServer, who: DeskCaller) => Promise<object>,
  hasOrder = true,
): Record<string, Prepare> {
  const add = async (server: DeskServer, who: DeskCaller) =>
    made(who, resource, await body(server, who))
  return {
    [`${resource}.create`]: async (server, who) => ({
      path: `/${resource}`,
      body: await body(server, who),
    }),
    [`${resource}.update`]: async (server, who) => ({
      path: `/${resource}/${await add(server, who)}`,
      body: await body(server, who),
    }),
    [`${resource}.remove`]: async (server, who) => ({
      path: `/${resource}/${await add(server, who)}`,
    }),
    ...(hasOrder && {
      [`${resource}.order`]: async (server, who) => {
        const id = await add(server, who)
        const row = (await who.get(`/${resource}/${id}`)).json()
        const filter: Record<string, unknown> = {}
        for (const parent of PARENTS) if (parent in row) filter[parent] = row[parent]
        const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,999]' })
        const rows = (await who.get(`/${resource}?${query}`)).json()
        const ids = rows.map((one: { id: number }) => one.id).reverse()
        return { path: `/${resource}/order`, body: { ids } }
      },
    }),
  }
}
const PARENTS = ['kind', 'category_id', 'subcategory_id', 'quick_subcategory_id', 'type_id']

/** For every call of the desk that changes something: a call that succeeds. A call without one fails the test of the log. */
export const ACTS: Readonly<Record<string, Prepare>> = {
  'session.logIn': async (_server, { user }) => ({
    path: '/session',
    body: { email: `${user.username.toLowerCase()}@example.org`, password: 'Golden-Apple-412' },
  }),
  'session.logOut': async () => ({ path: '/session' }),
  'uploads.create': async () => {
    const { body, contentType } = fileForm(Buffer.from('x'), 'a.txt', 'text/plain')
    return { path: '/uploads/file', body, type: contentType }
  },
  ...crud('contents', async () => news, false),
  'contents.publish': async (_server, who) => ({
    path: `/contents/${await made(who, 'contents', news)}/publish`,
  }),
  'contents.unpublish': async (server) => ({
    path: `/contents/${await addNews(server)}/unpublish`,
  }),
  'contents.cancel': async (server) => ({ path: `/contents/${await addEvent(server)}/cancel` }),
  ...crud('download-categories', async () => ({ title: 'Maps' })),
  ...crud('download-files', (_server, who) => fileBody(who)),
  'download-files.withdraw': async (_server, who) => ({
    path: `/download-files/${await made(who, 'download-files', await fileBody(who))}/withdraw`,
  }),
  'download-files.restore': async (_server, who) => ({
    path: `/download-files/${await made(who, 'download-files', await fileBody(who))}/restore`,
  }),
  ...crud('rule-categories', async () => ({ name: 'Combat' })),
  ...crud('rule-subcategories', async (server) => ({
    name: 'Gear',
    category_id: await addCategory(server, { name: 'Combat' }),
  })),
  ...crud('quick-subcategories', async () => ({ name: 'Start' })),
  ...crud('rule-entries', async () => ({
    kind: 'basic',
    title: 'Armour',
    sub_entries: [{ title: 'Light', content: '' }],
  })),
  ...crud('rule-videos', (_server, who) => videoBody(who)),
  ...crud('glossary-types', async () => ({ name: 'Places', icon: 'eel' })),
  ...crud('glossary-subtypes', async (_server, who) => ({
    name: 'Cities',
    type_id: await typeId(who),
  })),
  ...crud(
    'glossary-entries',
    async (_server, who) => ({ title: 'Harbour', type_id: await typeId(who) }),
    false,
  ),
  'review.claim': pendingAt('claim'),
  'review.release': pendingAt('release'),
  'review.approve': pendingAt('approve'),
  'review.reject': pendingAt('reject', { reason: 'Too short' }),
  'review.askChanges': pendingAt('ask-changes', { reason: 'Say more' }),
  'review.undo': async (server, who) => {
    const id = await addPending(server)
    await who.post(`/review/${id}/approve`)
    return { path: `/review/${id}/undo` }
  },
  'name-changes.approve': async (server) => ({
    path: `/name-changes/${(await addNameChange(server, another('Old'), another('New'))).id}/approve`,
  }),
  'name-changes.refuse': async (server) => ({
    path: `/name-changes/${(await addNameChange(server, another('Old'), another('New'))).id}/refuse`,
    body: { reason: 'Too long' },
  }),
  'members.deactivate': memberAt('deactivate'),
  'members.reactivate': memberAt('reactivate', { deactivated_at: 1 }),
  'members.resendActivation': memberAt('resend-activation', { activated_at: null }),
  'members.endSessions': memberAt('end-sessions'),
  'members.setRole': memberAt('role', {}, { role: 'staff' }),
  'groups.giveOwnership': groupAt('/owner'),
  'groups.removeMember': groupAt('/remove-member'),
  'groups.close': groupAt('/close', { reason: 'Nobody plays' }),
  'messages.read': messageAt('read'),
  'messages.unread': messageAt('unread'),
  'messages.answer': messageAt('answer', { text: 'Hello', seen: 0 }),
  'outbox.retry': async ({ deps }) => {
    const mail = { kind: 'k', recipient: 'r@example.org', data: '{}', created_at: 1 }
    const { id } = await deps.db
      .insertInto('outbox')
      .values({ ...mail, next_attempt_at: 1, dead_at: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/outbox/${id}/retry` }
  },
  'transfer.import': async () => ({
    path: '/transfer/rules',
    body: { format: 'discordia-rules', version: 1 },
  }),
}
