import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { ENTRY_TEXT_MAX } from '#contract/formatting.ts'
import type { GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { DB } from '#server/db/rows.ts'
import type { EntryFilters } from '#server/modules/glossary/repository.ts'
import { listEntries, searchEntries } from '#server/modules/glossary/search.ts'
import { whoStayedAway } from '#server/modules/groups/past/siteRoutes.ts'
import { orderKeyIn, titleOrder } from '#server/text/alphabet.ts'
import { titledText, titleKey } from '#server/text/keys.ts'
import { searchKey } from '#shared/search.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { addSchema } from '#test/helpers/server/testDatabase.ts'

/* In a file of its own, because mutated code (npm run lab -- mutation) runs at another speed. */
describe('folding a text for the search', () => {
  const fastest = (text: string, runs: number): number => {
    const times = Array.from({ length: runs }, () => {
      const started = performance.now()
      searchKey(text)
      return performance.now() - started
    })
    return Math.min(...times)
  }
  const filled = (unit: string): string =>
    unit.repeat(Math.ceil(ENTRY_TEXT_MAX / unit.length)).slice(0, ENTRY_TEXT_MAX)

  test.each([
    ['marks of two places in turn', '\u0315\u0300'],
    ['marks that are two marks each', '\u0344\u0316'],
    ['Tibetan vowels', '\u0f73\u0f71'],
    ['marks on letters', `a${'\u0315\u0300'.repeat(50)}`],
    ['a sign that becomes eighteen', 'ﷺ'],
    ['syllables that become three letters', '각'],
    ['letters with two marks', 'ệ'],
    ['quotes', '’'],
    ['blanks of all kinds', '\u00a0\n'],
    ['invisible signs', '\u200b'],
  ])('takes a small multiple of the time of plain letters for %s', (_what, unit) => {
    const plain = fastest(filled('ж'), 7)
    // Marks once took 800 to 4000 times as long; now the slowest take 10 times as long.
    expect(fastest(filled(unit), 3) / plain).toBeLessThan(40)
  })
})

/** A database of an older version, with an author and a type. */
async function withOlder(
  engine: Engine,
  last: string,
  upgrade: (db: Kysely<DB>) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-words-'))
  const database = engine === 'postgres' ? await addSchema() : undefined
  const { db } = openDatabase({ databaseUrl: database?.url, dataDir })
  await migrate(db, engine, last)
  await sql`insert into users (id, email, email_key, username, username_key, password_hash, role, created_at)
    values (1, 'a@b.c', 'a@b.c', 'Ann', 'ann', 'x', 'staff', 1)`.execute(db)
  await sql`insert into glossary_types (id, name, position) values (1, 'Places', 1)`.execute(db)
  await upgrade(db)
  await db.destroy()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

test.each(bothEngines)(
  'an upgrade on %s finds words of stored titles by their beginnings',
  (engine) =>
    withOlder(engine, '0036_formerMember', async (db) => {
      const titles = ['Hit Points (HP)', 'Élan', '…']
      for (const title of titles) {
        const key = titleKey(title)
        await sql`insert into glossary_entries (title, description, type_id, created_by, created_at, updated_at, title_key, search_text)
      values (${title}, 'x', 1, 1, 1, 1, ${key}, ${`${key}\nx`})`.execute(db)
        await sql`insert into rule_entries (kind, title, position, created_at, updated_at, title_key, search_text)
      values ('quick', ${title}, 1, 1, 1, ${key}, ${`${key}\nx`})`.execute(db)
      }
      await migrate(db, engine)
      for (const table of ['glossary_entries', 'rule_entries'] as const) {
        const rows = await db.selectFrom(table).select('search_text').orderBy('id').execute()
        expect(rows).toEqual(titles.map((title) => ({ search_text: titledText(title, ['x']) })))
      }
    }),
)

test.each(bothEngines)('an upgrade on %s finds umlauts of stored texts as two letters', (engine) =>
  withOlder(engine, '0058_firstSteps', async (db) => {
    for (const [title, pending] of [
      ['Öl', null],
      ['Wax', null],
      ['Ähre', 'kept'],
    ] as const)
      await sql`insert into glossary_entries (title, description, type_id, created_by, created_at, updated_at, title_key, search_text, pending_text)
        values (${title}, 'x', 1, 1, 1, 1, ${titleKey(title)}, 'kept', ${pending})`.execute(db)
    await sql`insert into rule_entries (id, kind, title, position, created_at, updated_at, title_key, search_text)
      values (1, 'quick', 'Test', 1, 1, 1, 'test', 'kept')`.execute(db)
    await sql`insert into rule_sub_entries (entry_id, position, title, content)
      values (1, 1, 'Kür', 'Und Höhe')`.execute(db)
    await migrate(db, engine)
    const entries = db.selectFrom('glossary_entries').select(['search_text', 'pending_text'])
    expect(await entries.orderBy('id').execute()).toEqual([
      { search_text: titledText('Öl', ['x']), pending_text: null },
      { search_text: 'kept', pending_text: null },
      { search_text: 'kept', pending_text: titledText('Ähre', ['x']) },
    ])
    const rules = await db.selectFrom('rule_entries').select('search_text').execute()
    expect(rules).toEqual([{ search_text: titledText('Test', ['Kür', 'Und Höhe']) }])
  }),
)

const sorted = (language: string, titles: readonly string[]) => {
  const keyOf = titleOrder(language)
  return titles.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

describe('the alphabetical order', () => {
  test.each(['en', 'de'])('of %s is that of folded titles', (language) => {
    expect(orderKeyIn(language)).toBeNull()
  })

  test.each([
    ['en', ['Ähre', 'Ball', 'Öl', 'Omen', 'Zorn']],
    ['de', ['Ähre', 'Ball', 'Öl', 'Omen', 'Zorn']],
    ['sv', ['Alv', 'Zon', 'Åker', 'Ä', 'Älv', 'Ö']],
    ['is', ['Afl', 'Á', 'Dagur', 'Ð', 'Zeta', 'Þing', 'Ægir', 'Öl']],
    ['da', ['Abe', 'Zebra', 'Æble', 'Øl', 'Ål']],
    ['pl', ['Las', 'Luz', 'Łza', 'Maj']],
    ['es', ['Nube', 'Nuñez', 'Ñandú', 'Oso']],
  ])('of %s has its letters where the language has them', (language, titles) => {
    expect(sorted(language, titles.toReversed())).toEqual(titles)
  })

  test('has marks that are typed apart, capitals and signs as other titles do', () => {
    const keyOf = titleOrder('sv')
    expect(keyOf('A\u030aker – ÉLAN')).toBe(keyOf('åker - elan'))
  })
})

test('who came to a session is in the order of the main language', () => {
  const members = ['Öl', 'Åke', 'Zoe', 'Al'].map((name, index) => ({
    user_id: (index + 1) as MemberId,
    name,
  }))
  const away = whoStayedAway({ members, attendance: [] }, { came: [], came_gone: 0 }, 'sv')
  expect(away.map(({ name }) => name)).toEqual(['Al', 'Zoe', 'Åke', 'Öl'])
})

serverTests('the glossary in the order of Swedish on %s', { engines: bothEngines }, (server) => {
  let type_id: GlossaryTypeId
  const titles = ['Alv', 'Zon', 'Åker', 'Ärende', 'Öl']
  beforeAll(async () => {
    const { id } = await server.addUser('mira')
    type_id = await addGlossaryType(server, 'Places')
    for (const title of titles.toReversed()) await addEntry(server, id, title, { type_id })
  })

  test('is the same from page to page', async () => {
    const filters: EntryFilters = {
      ...{ id: null, author: null, isUserMade: false, type: null, subtype: null },
      term: '',
    }
    const order = { column: 'title_key', direction: 'asc' } as const
    const asked = { filters, order, limit: 3, main: 'sv' }
    const first = await listEntries(server.deps, { ...asked, after: null })
    const second = await listEntries(server.deps, { ...asked, after: first.next })
    const titlesOf = ({ text }: { readonly text: string }) =>
      (JSON.parse(text) as { title: string }[]).map(({ title }) => title)
    expect([first, second].map(titlesOf)).toEqual([titles.slice(0, 3), titles.slice(3)])
    const found = await searchEntries(server.deps, {
      ...asked,
      filters: { ...filters, term: 'r' },
      after: null,
    })
    expect(titlesOf(found)).toEqual([])
  })
})
