import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DataPlace,
  removedPlaces,
  rowsOf,
  runCommand,
} from '../../test/helpers/server/places.ts'
import { spawnServer } from '../../test/helpers/server/serverProcess.ts'
import { dataOf, startOn, unpack } from '../../test/helpers/server/upgrades.ts'

jest.setTimeout(180_000)

/** Files of a version whose data have all kinds. */
const FIXTURE = 'f72b7c2d'

const newPlace = removedPlaces()
const mounts: string[] = []
afterEach(() => {
  for (const folder of mounts.splice(0)) execFileSync('umount', [folder])
})

function mount(folder: string, size: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder])
  mounts.push(folder)
}
const grow = (folder: string): unknown => execFileSync('mount', ['-o', 'remount,size=64m', folder])

async function filled(): Promise<DataPlace> {
  const place = await newPlace('sqlite')
  await unpack(dataOf(FIXTURE), place.dataDir)
  await (await startOn(place, new Date(0).toISOString())).close()
  return place
}

/** The superuser gets an email about the failure. */
const isAboutFailure = (row: string): boolean => row.includes('["kind","backup-failed"]')

// The least sizes: the first row of a table, some tables, and all rows but not all files.
test.each(['4k', '64k', '256k'])(
  'a backup on a disk of %s says so, leaves nothing, and is made when there is space',
  async (size) => {
    const from = await filled()
    const { env, dataDir } = from
    const before = await rowsOf(from)
    const disk = join(dataDir, '../disk')
    mount(disk, size)
    const folder = join(disk, 'monday')
    expect(await runCommand(env, ['backup', folder])).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /(^|\n)The disk is full\. Nothing is left of \S+monday\. Make room there, then run it again\.$/,
      ),
    })
    expect(readdirSync(disk)).toEqual([])
    const { outbox = [], ...others } = await rowsOf(from)
    expect({ ...others, outbox: outbox.filter((row) => !isAboutFailure(row)) }).toEqual(before)
    expect(outbox.filter(isAboutFailure)).toHaveLength(1)
    grow(disk)
    expect(await runCommand(env, ['backup', folder])).toMatchObject({ code: 0 })
  },
)

test('a restore on a full disk says so, no server starts there, and the same command ends it', async () => {
  const from = await filled()
  const folder = join(from.dataDir, '../backup')
  expect(await runCommand(from.env, ['backup', folder])).toMatchObject({ code: 0 })
  const to = await newPlace('sqlite')
  mount(to.dataDir, '256k')
  const restore = () => runCommand(to.env, ['restore', folder])
  expect(await restore()).toMatchObject({
    code: 1,
    text: expect.stringMatching(
      /\nThe disk is full\. Make room, then run the same command again\.$/,
    ),
  })
  expect(existsSync(join(to.dataDir, 'discordia.sqlite'))).toBe(false)
  grow(to.dataDir)
  const server = spawnServer(to.dataDir)
  expect(await server.ended).toBe(1)
  expect(server.printed()).toContain('has an interrupted restore')
  expect(await restore()).toMatchObject({ code: 0 })
  expect(await rowsOf(to)).toEqual(await rowsOf(from))
})
