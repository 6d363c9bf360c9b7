import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smallSite, writeFiles } from '../../test/helpers/fixtures/siteFolders.ts'
import { PARTS, type Recorded } from '../../test/helpers/server/upgrades.ts'
import { act } from './acts.ts'
import { type Checkout, checkOut } from './checkout.ts'
import { countRows, pack, readAll } from './record.ts'
import { administrate, serve } from './serving.ts'

/** An account of the demonstration that is read, too. */
const MIRA = { email: 'mira@discordia.example', password: 'GoldenApple412!' }

/** Limit of one file: half of it is the indexes of texts. The demonstration of a later version may need to be thinned out more (checkout.ts). */
const MAX_BYTES = 100_000

type Made = {
  readonly recorded: Recorded
  /** Files of the fixture, by their names. */
  readonly files: Readonly<Record<string, Buffer>>
}

/** Runs the version of a commit on the demonstration, acts as its members do, and keeps its data. */
export async function makeFixture(name: string): Promise<Made> {
  const checkout = await checkOut(name)
  const place = mkdtempSync(join(tmpdir(), 'discordia-upgrade-'))
  try {
    return await makeIn(checkout, place)
  } finally {
    checkout.remove()
    rmSync(place, { recursive: true })
  }
}

async function makeIn({ folder, commit, version }: Checkout, place: string): Promise<Made> {
  const [data, backup] = [join(place, 'data'), join(place, 'backup')]
  const first = await serve(folder, data)
  const own = await act(first)
  await first.stop()
  administrate(folder, data, 'promote', own[0]?.email ?? '')
  if (existsSync(join(folder, 'docs/site.md'))) {
    writeFiles(join(place, 'site'), await smallSite())
    administrate(folder, data, 'site', 'import', join(place, 'site'))
  }
  const server = await serve(folder, data)
  const { reads, logins } = await readAll(server, [MIRA, ...own])
  await server.stop()
  const made = new Date().toISOString()
  const tables = countRows(join(data, 'discordia.sqlite'))
  const files: Record<string, Buffer> = {
    [PARTS.data]: await pack(data, 'discordia.sqlite', 'jwt.secret', 'uploads/**'),
  }
  // Versions without the command are backed up by copying the file and the folders.
  if (existsSync(join(folder, 'server/admin/restore.ts'))) {
    administrate(folder, data, 'backup', backup)
    files[PARTS.backup] = await pack(backup, '**')
  }
  for (const [file, { length }] of Object.entries(files))
    if (length > MAX_BYTES) throw new Error(`${file} has ${length} bytes, over ${MAX_BYTES}.`)
  return { recorded: { version, commit, made, logins, tables, reads }, files }
}
