import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from '#server/modules/glossary/transfer.ts'
import { BadFile } from '#server/transfer/reading.ts'
import { importArea } from '#server/transfer/transfer.ts'
import { inWords } from './inWords.ts'
import type { TestServer, TestUser } from './startServer.ts'

/**
 * Imports a file into the glossary, without the thread that the desk gives it.
 * @returns texts of the entries by their titles, and what the report names
 */
export async function importedBy(
  { deps }: Pick<TestServer, 'deps'>,
  actor: TestUser,
  name: string,
  file: Buffer | string,
) {
  const path = join(deps.settings.dataDir, 'import')
  writeFileSync(path, file)
  const job = { area: 'glossary', path, name, mapping: {}, actor, importer: actor.id } as const
  try {
    const { losses } = await importArea(deps, format, job)
    const problems = losses.map(({ problem }) => problem)
    return { texts: await textsOf(deps), problems, refusal: null }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    const [refusal] = inWords(error.problems)
    return { texts: await textsOf(deps), problems: [], refusal: refusal?.problem ?? null }
  }
}

async function textsOf({ db }: TestServer['deps']): Promise<Record<string, string>> {
  const entries = await db.selectFrom('glossary_entries').selectAll().execute()
  const sections = await db
    .selectFrom('glossary_sub_entries')
    .selectAll()
    .orderBy('position')
    .execute()
  return Object.fromEntries(
    entries.map(({ id, title, description }) => {
      const own = sections.filter(({ entry_id }) => entry_id === id)
      const parts = [description, ...own.flatMap((one) => [`## ${one.title}`, one.content])]
      return [title, parts.filter((text) => text !== '').join('\n')]
    }),
  )
}
