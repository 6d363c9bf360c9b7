import { join } from 'node:path'
import { DAY_MS } from '#server/config/time.ts'
import { keepingFiles } from '#server/modules/site-kit/keeping.ts'
import { storeMark } from '#server/modules/site-kit/mark.ts'
import { insertKit, saveDraft } from '#server/modules/site-kit/repository.ts'
import { deleteUnnamedFiles } from '#server/modules/site-kit/unnamedFiles.ts'
import { RING } from '#test/helpers/fixtures/kitFiles.ts'
import { filesBelow } from '#test/helpers/server/places.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('files of the kit on %s', { engines: bothEngines }, (server) => {
  test('are deleted a day after they were made, unless a value, its icons or a draft names them', async () => {
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
    await insertKit(db, { value, icons, source: 'desk', made_by: id }, deps.clock())
    await saveDraft(db, { user_id: id, base_id: 0, value: { mark: ofDraft } }, deps.clock())
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
})
