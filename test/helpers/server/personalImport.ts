import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from '#server/modules/glossary/transfer.ts'
import { exportArea, importArea } from '#server/transfer/transfer.ts'
import type { TestServer, TestUser } from './startServer.ts'

/** A file changes the entries of the member: their former texts are kept for undoing it. */
export async function beImported(server: TestServer, { id }: TestUser, name: string) {
  const { deps } = server
  const editor = await server.addUser(`Editor-of-${id}`, 'staff')
  const { db } = deps
  const titles = ['approved', 'pending'].map((state) => `${name}-${state}-entry`)
  for (const title of titles)
    await db
      .updateTable('glossary_entries')
      .set({ transfer_key: title, description: `former-text-of-${name}` })
      .where('title', '=', title)
      .execute()
  const path = join(deps.settings.dataDir, `${id}.json`)
  const file = (await exportArea(deps, format)) as {
    entries: { key: string; description: string }[]
  }
  const entries = file.entries
    .filter(({ key }) => titles.includes(key))
    .map((entry) => ({ ...entry, description: 'Imported.' }))
  writeFileSync(path, JSON.stringify({ ...file, entries }))
  const job = { area: 'glossary', path, name: 'file.json', mapping: {} } as const
  // As an entry that grows under review has it.
  const [, pending = ''] = titles
  const later = () => db.updateTable('glossary_entries').set({ pending_text: `${pending}-grown` })
  await importArea(deps, format, { ...job, actor: editor, importer: editor.id })
  await later().where('title', '=', pending).execute()
}
