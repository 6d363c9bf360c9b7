import { collected } from '#server/compose/collect.ts'
import { type FileKey, newKey } from '#server/files/fileStore.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { addArchive } from '#test/helpers/fixtures/personalDataActs.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('stored files after the deletion of an account, on %s', (server) => {
  test('are those of others: the archive and the uploads of its member are gone', async () => {
    const { db, files, clock } = server.deps
    const stored: FileKey[] = []
    for (const name of ['Mara', 'Zoe']) {
      const { id } = await server.addUser(name, 'staff')
      await addArchive(server, id)
      const file_key = newKey('private', 'pdf')
      await files.put(file_key, Buffer.from('a file'))
      const file = { purpose: 'file', media_type: 'application/pdf', size: 6, digest: 'd' } as const
      await db
        .insertInto('desk_uploads')
        .values({ ...file, id: name, name, file_key, picture: null, created_by: id, created_at: 1 })
        .execute()
      stored.push(file_key)
    }
    const archives = await db.selectFrom('data_exports').select('file_key').orderBy('id').execute()
    stored.push(...archives.map(({ file_key }) => file_key as FileKey))
    const due = db.updateTable('users').set({ deletion_due_at: clock() })
    await due.where('username', '=', 'Mara').execute()
    await eraseDueAccounts(server.deps, collected.personalData, server.app.log)
    const sizes = await Promise.all(stored.map((key) => files.size(key)))
    expect(sizes.map((size) => size !== null)).toEqual([false, true, false, true])
  })
})
