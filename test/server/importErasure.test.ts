import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collected } from '#server/compose/collect.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { format } from '#server/modules/glossary/transfer.ts'
import { exportArea, importArea } from '#server/transfer/transfer.ts'
import { addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { rowsOf } from '#test/helpers/server/rowsOf.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const LOG = { warn: () => undefined, error: () => undefined }

serverTests('entries that an import has changed, on %s', { engines: bothEngines }, (server) => {
  test('leave no former text behind when their author is deleted, and no key of a deleted one in the log', async () => {
    const mara = await server.addUser('Mara')
    const ada = await server.addUser('Ada', 'staff')
    const { deps } = server
    const now = deps.clock()
    const type_id = await addGlossaryType(server, 'Places')
    for (const state of ['approved', 'pending'])
      await deps.db
        .insertInto('glossary_entries')
        .values({
          title: state,
          description: 'Former words.',
          type_id,
          created_by: mara.id,
          created_at: now,
          updated_at: now,
          approved_at: state === 'approved' ? now : null,
          title_key: state,
          search_text: state,
          transfer_key: `key-of-${state}`,
        })
        .execute()
    const file = (await exportArea(deps, format)) as { entries: object[] }
    const entries = file.entries.map((entry) => ({ ...entry, description: 'New words.' }))
    const path = join(deps.settings.dataDir, 'file.json')
    writeFileSync(path, JSON.stringify({ ...file, entries }))
    const job = { area: 'glossary', path, name: 'file.json', mapping: {} } as const
    await importArea(deps, format, { ...job, actor: ada, importer: ada.id })
    const dump = async () => JSON.stringify(await rowsOf(deps))
    expect(await dump()).toContain('Former words.')
    expect(await dump()).toContain('\\"key-of-pending\\"')
    await deps.db
      .updateTable('users')
      .set({ deletion_due_at: now })
      .where('id', '=', mara.id)
      .execute()
    expect(await eraseDueAccounts(deps, collected.personalData, LOG)).toBe(1)
    const left = await dump()
    expect(left).toContain('New words.')
    for (const word of ['Former words.', 'key-of-pending']) expect(left).not.toContain(word)
  })
})
