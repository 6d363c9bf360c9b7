import type { Insertable } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import type { DB } from '#server/db/schema.ts'
import { publishText } from '#server/modules/glossary/reviewRepository.ts'
import { searchText, titleKey } from '#server/text/keys.ts'
import type { TestServer, TestUser } from './testServer.ts'

export async function addGlossaryType(
  { deps }: TestServer,
  name: string,
  position = 0,
): Promise<GlossaryTypeId> {
  const row = { name, position, icon: `${name.toLowerCase()}-icon` }
  const { id } = await deps.db
    .insertInto('glossary_types')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addGlossarySubtype(
  { deps }: TestServer,
  type_id: GlossaryTypeId,
  name: string,
  position = 0,
): Promise<GlossarySubtypeId> {
  const { id } = await deps.db
    .insertInto('glossary_subtypes')
    .values({ type_id, name, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Over = Partial<Insertable<DB['glossary_entries']>> & { type_id: GlossaryTypeId }

/** An approved entry, unless told otherwise, with sub-entries by title. */
export async function addEntry(
  { deps }: TestServer,
  created_by: MemberId,
  title: string,
  over: Over,
  sections: Record<string, string> = {},
): Promise<GlossaryEntryId> {
  const now = deps.clock()
  const description = over.description ?? ''
  const { id: entry_id } = await deps.db
    .insertInto('glossary_entries')
    .values({
      title,
      description,
      created_by,
      created_at: now,
      updated_at: now,
      approved_at: now,
      title_key: titleKey(title),
      search_text: searchText([title, description, ...Object.entries(sections).flat()]),
      ...over,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Object.entries(sections).map(([name, content], position) => ({
    entry_id,
    position,
    title: name,
    content,
  }))
  if (rows.length > 0) await deps.db.insertInto('glossary_sub_entries').values(rows).execute()
  deps.responseCache.clear('glossary')
  return entry_id
}

/** Many approved entries at once; `make` says what each one is. */
export async function addEntries(
  { deps }: TestServer,
  created_by: MemberId,
  count: number,
  make: (at: number) => Over & { title: string },
): Promise<void> {
  const now = deps.clock()
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, offset) => {
      const { title, description = '', ...over } = make(from + offset)
      return {
        title,
        description,
        created_by,
        created_at: now,
        updated_at: now,
        approved_at: now,
        title_key: titleKey(title),
        search_text: searchText([title, description]),
        ...over,
      }
    })
    await deps.db.insertInto('glossary_entries').values(rows).execute()
  }
  deps.responseCache.clear('glossary')
}

/** What the desk does with a pending entry. */
export async function decide(
  { deps }: TestServer,
  id: GlossaryEntryId,
  decision: 'approved_at' | 'rejected_at',
): Promise<void> {
  await deps.db
    .updateTable('glossary_entries')
    .set({ [decision]: deps.clock() })
    .where('id', '=', id)
    .execute()
  if (decision === 'approved_at') await publishText(deps.db, id)
  deps.responseCache.clear('glossary')
}

export async function clearEntries({ deps }: TestServer): Promise<void> {
  await deps.db.deleteFrom('glossary_entries').execute()
  deps.responseCache.clear('glossary')
}

/** The glossary's calls as one caller makes them. */
export function glossaryCalls({ app }: TestServer, user?: TestUser) {
  const headers = user?.auth ?? {}
  const list = (query: Record<string, string | number> = {}) => {
    const asked = Object.entries(query).map(([name, value]) => [name, String(value)])
    const url = `/api/glossary/entries/?${new URLSearchParams(asked)}`
    return app.inject({ url, headers })
  }
  return {
    list,
    entries: async (query?: Record<string, string | number>) =>
      (await list(query)).json<GlossaryEntry[]>(),
    titles: async (query?: Record<string, string | number>) =>
      (await list(query)).json<GlossaryEntry[]>().map(({ title }) => title),
    sections: (id: number) =>
      app.inject({ url: `/api/glossary/entries/${id}/sub-entries/`, headers }),
    remove: (id: number) =>
      app.inject({ method: 'DELETE', url: `/api/glossary/delete-entry/${id}`, headers }),
    /** The first step. */
    create: async (form: FormData) => {
      const request = new Request('http://localhost', { method: 'POST', body: form })
      return app.inject({
        method: 'POST',
        url: '/api/glossary/user-entries/',
        headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      })
    },
    /** The second step; each item names the entry unless it says otherwise. */
    extend: (id: number, items: object[]) =>
      app.inject({
        method: 'POST',
        url: `/api/glossary/entries/${id}/sub-entries/`,
        headers,
        payload: { sub_entries: items.map((item) => ({ glossary_entry: id, ...item })) },
      }),
  }
}

/** The form of a new entry. */
export function entryForm(fields: Record<string, string | number>, image?: Blob, name = 'a.png') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  if (image) form.set('image', image, name)
  return form
}
