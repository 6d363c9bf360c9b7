import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { databaseFile } from '#server/config/env.ts'
import { damageIn } from '#server/db/mend.ts'
import { longTransaction } from '#server/db/rehearsal.ts'
import type { DB } from '#server/db/rows.ts'
import { indexWaiting, overwriteErased, withoutIndex } from '#server/db/waitingTexts.ts'
import {
  addEntry,
  addGlossaryType,
  clearEntries,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines, type TestUser } from '#test/helpers/server/startServer.ts'

serverTests('a transaction of many rows on %s', { engines: bothEngines }, (server, engine) => {
  let ada: TestUser
  let type_id: GlossaryTypeId
  beforeAll(async () => {
    ada = await server.addUser('Ada')
    type_id = await addGlossaryType(server, 'Places')
  })
  beforeEach(() => clearEntries(server))

  const add = (title: string) => addEntry(server, ada.id, title, { type_id })
  const rename = (tx: Transaction<DB>, id: GlossaryEntryId, title: string) =>
    tx
      .updateTable('glossary_entries')
      .set({ title, title_key: title.toLowerCase(), search_text: title.toLowerCase() })
      .where('id', '=', id)
      .execute()
  const titles = async () =>
    (await server.deps.db.selectFrom('glossary_entries').select('title').execute())
      .map(({ title }) => title)
      .toSorted()

  const found = async (word: string) => {
    server.deps.responseCache.clear('glossary')
    const response = await glossaryCalls(server).list({ search: word })
    return response
      .json<{ title: string }[]>()
      .map(({ title }) => title)
      .toSorted()
  }

  test('does all it is told, and is found by its words at once', async () => {
    const [harbour, lantern, tower] = [
      await add('Harbour'),
      await add('Lantern'),
      await add('Tower'),
    ]
    const result = await longTransaction(server.deps.db, async (tx) => {
      await rename(tx, harbour, 'Quay')
      await tx.deleteFrom('glossary_entries').where('id', '=', tower).execute()
      const { id: _id, ...row } = await tx
        .selectFrom('glossary_entries')
        .selectAll()
        .where('id', '=', lantern)
        .executeTakeFirstOrThrow()
      const copy = { ...row, title: 'Beacon', title_key: 'beacon', search_text: 'beacon' }
      await tx.insertInto('glossary_entries').values(copy).execute()
      return 'done'
    })
    expect(result).toBe('done')
    expect(await titles()).toEqual(['Beacon', 'Lantern', 'Quay'])
    const words = ['quay', 'beacon', 'harbour', 'tower']
    expect(await Promise.all(words.map(found))).toEqual([['Quay'], ['Beacon'], [], []])
  })

  test('that fails changes nothing', async () => {
    const id = await add('Harbour')
    const failed = longTransaction(server.deps.db, async (tx) => {
      await rename(tx, id, 'Quay')
      throw new Error('no room')
    })
    await expect(failed).rejects.toThrow('no room')
    expect(await titles()).toEqual(['Harbour'])
  })

  if (engine === 'postgres') return

  /* SQLite has one writer at a time. */
  test('lets others write meanwhile, and keeps what they wrote', async () => {
    const id = await add('Harbour')
    let runs = 0
    await longTransaction(server.deps.db, async (tx) => {
      runs++
      await rename(tx, id, 'Quay')
      // A transaction that kept the file locked would refuse this one.
      await server.addUser('Olwen')
    })
    expect([runs, await titles()]).toEqual([1, ['Quay']])
    const olwen = server.deps.db.selectFrom('users').select('id').where('username', '=', 'Olwen')
    expect(await olwen.execute()).toHaveLength(1)
  })

  test.each([
    ['a row that it changes', (id: GlossaryEntryId) => ({ id })],
    ['a row that it reads', () => ({ id: null })],
  ])('runs again when another changes %s', async (_what, targetOf) => {
    const [id, other] = [await add('Harbour'), await add('Lantern')]
    const target = targetOf(id).id ?? other
    const seen: string[][] = []
    await longTransaction(server.deps.db, async (tx) => {
      const rows = await tx.selectFrom('glossary_entries').select('title').orderBy('id').execute()
      seen.push(rows.map(({ title }) => title))
      await tx
        .updateTable('glossary_entries')
        .set({ description: 'read' })
        .where('id', '=', id)
        .execute()
      if (seen.length === 1)
        await server.deps.db.transaction().execute((one) => rename(one, target, 'New'))
    })
    expect(seen).toHaveLength(2)
    expect(seen[1]).toContain('New')
    expect(await titles()).toContain('New')
  })

  test('runs again when another takes the id of a row that it adds', async () => {
    let runs = 0
    const insert = (db: Pick<Transaction<DB>, 'insertInto'>, name: string) =>
      db.insertInto('glossary_types').values({ name, icon: null, position: 9 }).execute()
    await longTransaction(server.deps.db, async (tx) => {
      await insert(tx, 'Ours')
      if (++runs === 1) await insert(server.deps.db, 'Theirs')
    })
    const types = await server.deps.db.selectFrom('glossary_types').select('name').execute()
    expect(runs).toBe(2)
    expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ours', 'Theirs']))
  })

  test('ends although others never stop writing what it reads', async () => {
    const id = await add('Harbour')
    let runs = 0
    await longTransaction(server.deps.db, async (tx) => {
      runs++
      await rename(tx, id, `Quay ${runs}`)
      // The last run holds the lock: nothing is written beside it.
      if (runs <= 3)
        await server.deps.db.transaction().execute((one) => rename(one, id, `Their ${runs}`))
    })
    expect([runs, await titles()]).toEqual([4, ['Quay 4']])
  })

  /** Ids of the entries that the index has with the word. */
  const indexed = async (word: string) => {
    const { rows } = await sql<{ id: number }>`select rowid & 2147483647 as id
      from glossary_texts_fts where glossary_texts_fts match ${`"${word}"`}`.execute(server.deps.db)
    return rows.map(({ id }) => id)
  }
  test('leaves texts to a later step: searches find them before and after it', async () => {
    const [id, other] = [await add('Harbour'), await add('Lantern')]
    const { db } = server.deps
    await db.transaction().execute((tx) => withoutIndex(tx, () => rename(tx, id, 'Quay')))
    const words = () => Promise.all(['harbour', 'quay', 'lantern'].map(found))
    expect([await indexed('quay'), await indexed('harbour')]).toEqual([[], [id]])
    expect(await words()).toEqual([[], ['Quay'], ['Lantern']])
    // While it waits, an ordinary change of the same text waits with it.
    await db.transaction().execute((tx) => rename(tx, id, 'Pier'))
    await db.transaction().execute((tx) => rename(tx, other, 'Lamp'))
    await indexWaiting(db)
    const places = await Promise.all(['harbour', 'quay', 'pier', 'lantern', 'lamp'].map(indexed))
    expect(places).toEqual([[], [], [id], [], [other]])
    expect(await Promise.all(['quay', 'pier', 'lamp'].map(found))).toEqual([[], ['Pier'], ['Lamp']])
  })

  test('leaves no word of an erased text to the index, even if the step never came', async () => {
    const { db } = server.deps
    const id = await add('ქж漢')
    await db.transaction().execute((tx) => withoutIndex(tx, () => rename(tx, id, 'ღщ語')))
    await db.deleteFrom('glossary_entries').where('id', '=', id).execute()
    await sql`pragma user_version = 1`.execute(db)
    await overwriteErased(db)
    const bytes = readdirSync(server.dataDir)
      .filter((name) => /\.(db|sqlite)/.test(name))
      .map((name) => readFileSync(join(server.dataDir, name)).toString('utf8'))
      .join('\n')
    expect(['ქж漢', 'ღщ語'].map((word) => bytes.includes(word))).toEqual([false, false])
  })

  test('has the index of its rows after any mixture of changes', async () => {
    const { db } = server.deps
    const words = ['harbour', 'lantern', 'keeper', 'tower', 'silver', 'orchard']
    let seed = 7
    const below = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % count
    }
    const oneOf = <T>(list: readonly T[]) => list[below(list.length)] as T
    const other = await addGlossaryType(server, 'Foods')
    const ids: GlossaryEntryId[] = []
    const change = async (tx: Transaction<DB>) => {
      const id = oneOf(ids)
      if (below(3) === 0) await tx.deleteFrom('glossary_entries').where('id', '=', id).execute()
      else if (below(2) === 0) await rename(tx, id, oneOf(words))
      else
        await tx
          .updateTable('glossary_entries')
          .set({ type_id: oneOf([type_id, other]) })
          .where('id', '=', id)
          .execute()
    }
    for (let round = 0; round < 60; round++) {
      ids.push(await add(oneOf(words)))
      await db
        .transaction()
        .execute((tx) => (round % 3 === 0 ? change(tx) : withoutIndex(tx, () => change(tx))))
      if (round % 10 === 9) await indexWaiting(db)
    }
    const rows = await db.selectFrom('glossary_entries').select(['id', 'search_text']).execute()
    expect(rows.length).toBeGreaterThan(10)
    for (const word of words) {
      const holding = rows
        .filter(({ search_text }) => search_text.includes(word))
        .map(({ id }) => id)
      expect([word, (await indexed(word)).toSorted()]).toEqual([word, holding.toSorted()])
    }
    expect(damageIn(databaseFile(server.deps.settings), 'integrity_check')).toBeNull()
  })
})
