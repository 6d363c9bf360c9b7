import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { prepare } from '#server/start/prepare.ts'
import { searchText, titleKey } from '#server/text/keys.ts'
import { reportCpuTime } from './cpuTime.ts'
import { makeTexts } from './growthWords.ts'

/*
 * The application in its own process with 2,000 rules and 10,000 glossary entries. Sends its URL and search
 * terms to the parent process and ends with it.
 */

const RULES = 2000
const ENTRIES = 10_000
const CHUNK = 500

export type SearchesReady = {
  readonly url: string
  /** In the texts of most rules. */
  readonly commonTerms: readonly string[]
  /** More than a measurement needs, in the texts of most rules. */
  readonly newTerms: readonly string[]
  /** Titles of glossary entries, whole and shortened. */
  readonly names: readonly string[]
}

const dataDir = mkdtempSync(join(tmpdir(), 'discordia-bench-'))
const { deps, close } = await prepare({
  ...process.env,
  DATABASE_URL: process.env.BENCH_DATABASE_URL ?? '',
  JWT_SECRET: 'a secret of forty characters for measuring',
  DATA_DIR: dataDir,
  SEED: 'none',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
})
const textOf = makeTexts()
/** In the text of every rule except each fifth. */
const common = Array.from({ length: 12 }, (_, index) => textOf(index).description).join(' ')
await fillRules()
const titles = await fillGlossary()
const app = await buildApp(deps)
const url = await app.listen({ port: 0, host: '127.0.0.1' })

reportCpuTime()
process.on('disconnect', async () => {
  await app.close()
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
const words = [...new Set(common.split(' '))]
const newTerms: string[] = []
for (let length = 6; length < 26; length++)
  for (let start = 0; start + length < common.length; start++)
    newTerms.push(common.slice(start, start + length).trim())
process.send?.({
  url,
  commonTerms: words.slice(0, 50),
  newTerms: [...new Set(newTerms)],
  names: [0, 1, 2, 3].flatMap((cut) =>
    titles.map((title) => title.slice(0, Math.max(6, title.length - cut))),
  ),
} satisfies SearchesReady)

async function fillRules(): Promise<void> {
  const now = deps.clock()
  for (let from = 0; from < RULES; from += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, offset) => {
      const { title, description } = textOf(from + offset)
      const texts = [title, description, ...(offset % 5 === 0 ? [] : [common])]
      return {
        kind: 'basic' as const,
        title: `${title} ${from + offset}`,
        position: from + offset,
        title_key: titleKey(title),
        search_text: searchText(texts),
        created_at: now,
        updated_at: now,
      }
    })
    await deps.db.insertInto('rule_entries').values(rows).execute()
  }
}

async function fillGlossary(): Promise<string[]> {
  const now = deps.clock()
  const { id: created_by } = await deps.db
    .insertInto('users')
    .values({
      email: 'ada@example.org',
      email_key: 'ada@example.org',
      username: 'ada',
      username_key: 'ada',
      password_hash: 'none',
      role: 'staff',
      created_at: now,
      activated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: type_id } = await deps.db
    .insertInto('glossary_types')
    .values({ name: 'Places', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const titles: string[] = []
  for (let from = 0; from < ENTRIES; from += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, offset) => {
      const { title, description } = textOf(from + offset)
      titles.push(title)
      return {
        title,
        description,
        type_id,
        created_by,
        created_at: now,
        updated_at: now,
        approved_at: now,
        title_key: titleKey(title),
        search_text: searchText([title, description]),
      }
    })
    await deps.db.insertInto('glossary_entries').values(rows).execute()
  }
  return titles
}
