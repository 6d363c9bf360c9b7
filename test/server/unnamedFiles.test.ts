import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS } from '#server/config/time.ts'
import { statementsOf } from '#server/db/migrate.ts'
import { insertRow } from '#server/db/rows.ts'
import { deleteUnnamedFiles, keepingFiles } from '#server/modules/site-kit/files.ts'
import { storeMark } from '#server/modules/site-kit/mark.ts'
import { insertKit, replaceDraft } from '#server/modules/site-kit/repository.ts'
import { RING } from '#test/helpers/fixtures/kitFiles.ts'
import { filesBelow } from '#test/helpers/server/places.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('the kit in the database on %s', { engines: bothEngines }, (server, engine) => {
  test('has files that are deleted a day after they were made, unless a value, its icons or a draft names them', async () => {
    const { deps } = server
    const { db, gates } = deps
    const mark = () => keepingFiles(deps, (files) => storeMark({ files, gates }, Buffer.from(RING)))
    const [ofValue, ofIcons, ofDraft, old] = [
      await mark(),
      await mark(),
      await mark(),
      await mark(),
    ]
    const { id } = await server.addUser('Corvin', 'superuser')
    const icons = { '/icons/mark.svg': ofIcons.key }
    const value = { mark: ofValue }
    await insertKit({ db }, { value, icons, source: 'desk', made_by: id }, deps.clock())
    const draft = { user_id: id, base_id: 0, value: { mark: ofDraft }, updated_at: deps.clock() }
    await replaceDraft({ db }, draft)
    server.passTime(DAY_MS)
    const young = await mark()
    const names = () => Object.keys(filesBelow(join(server.dataDir, 'uploads/public'))).toSorted()
    const keysOf = (...marks: readonly { readonly key: string }[]) =>
      marks.map(({ key }) => key).toSorted()

    await deleteUnnamedFiles(deps)
    expect(names()).toEqual(keysOf(ofValue, ofIcons, ofDraft, old, young))
    server.passTime(1)
    await deleteUnnamedFiles(deps)
    expect(names()).toEqual(keysOf(ofValue, ofIcons, ofDraft, young))
    const rows = await db.selectFrom('site_kit_files').select('file_key').execute()
    expect(rows.map(({ file_key }) => file_key.slice('public/'.length)).toSorted()).toEqual(names())
    expect(await db.selectFrom('loose_files').selectAll().execute()).toEqual([])
  })

  /** @param kits values in use, the oldest first */
  async function upgraded(
    kits: readonly string[],
    drafts: readonly [name: string, at: number, base: number][],
  ) {
    const { db } = server.deps
    await server.empty()
    for (const name of kits)
      await insertRow(db, 'site_kits', {
        value: `{"name":"${name}"}`,
        icons: `{"of":"${name}"}`,
        source: 'desk',
        made_at: 1,
      })
    const newest = async () =>
      (
        await db
          .selectFrom('site_kits')
          .select((eb) => eb.fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id ?? 0
    const inUse = await newest()
    for (const [name, updated_at, behind] of drafts) {
      const { id: user_id } = await server.addUser(name, 'superuser')
      const value = `{"claim":"${name}"}`
      await insertRow(db, 'site_kit_drafts', {
        user_id,
        value,
        updated_at,
        base_id: inUse - behind,
      })
    }
    for (const statement of statementsOf('0067_oneKitDraft', engine))
      await sql.raw(statement).execute(db)
    const left = await db.selectFrom('site_kit_drafts').selectAll().execute()
    const rows = await db.selectFrom('site_kits').selectAll().orderBy('id').execute()
    return {
      kits: rows.map(({ value, icons, source }) => [value, icons, source]),
      drafts: left.map(({ value, base_id }) => [value, base_id - (rows.at(-1)?.id ?? 0)]),
    }
  }
  const kit = (name: string) => [`{"name":"${name}"}`, `{"of":"${name}"}`, 'desk']
  const draft = (name: string) => [`{"claim":"${name}"}`, '{}', 'draft']

  test('has one draft after the upgrade, the newest; the others are in the history, and the kit in use stays', async () => {
    expect(
      await upgraded(
        ['Old', 'New'],
        [
          ['Ada', 5, 0],
          ['Eva', 9, 0],
          ['Mia', 7, 1],
        ],
      ),
    ).toEqual({
      kits: [kit('Old'), draft('Ada'), draft('Mia'), kit('New')],
      drafts: [['{"claim":"Eva"}', 0]],
    })
    expect(
      await upgraded(
        [],
        [
          ['Ada', 5, 0],
          ['Eva', 5, 0],
        ],
      ),
    ).toEqual({
      kits: [draft('Ada'), ['{}', '{}', 'desk']],
      drafts: [['{"claim":"Eva"}', 0]],
    })
  })

  test.each([
    [[], []],
    [[], [['Ada', 5, 0]]],
    [['New'], [['Ada', 5, 0]]],
    [['Old', 'New'], [['Ada', 5, 1]]],
  ] as const)(
    'is as it was after the upgrade of the kits %j with the drafts %j',
    async (kits, drafts) => {
      expect(
        await upgraded(
          kits,
          drafts.map(([...one]) => one),
        ),
      ).toEqual({
        kits: kits.map(kit),
        drafts: drafts.map(([name, , behind]) => [`{"claim":"${name}"}`, 0 - behind]),
      })
    },
  )
})
