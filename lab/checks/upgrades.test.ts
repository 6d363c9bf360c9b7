import { join } from 'node:path'
import { removedPlaces, runCommand } from '../../test/helpers/server/places.ts'
import { lostSince, PARTS, startOn, unpack } from '../../test/helpers/server/upgrades.ts'
import { makeFixture } from '../upgrades/make.ts'

jest.setTimeout(300_000)

const newPlace = removedPlaces()

test('a fixture of the last commit can be made, and has what its own version needs', async () => {
  const { files, recorded } = await makeFixture('HEAD')
  const { tables, reads, logins } = recorded
  expect(logins.map(({ email }) => email.split('@')[0])).toEqual(['mira', 'brida', 'anselm'])
  // What members of every later version do is missing in some tables; most have rows.
  expect(Object.values(tables).filter((count) => count > 0).length).toBeGreaterThan(40)
  expect(reads.length).toBeGreaterThan(60)
  const [place, restored] = [await newPlace('sqlite'), await newPlace('sqlite')]
  await unpack(files[PARTS.data] ?? Buffer.alloc(0), place.dataDir)
  const backup = join(restored.dataDir, '../backup')
  await unpack(files[PARTS.backup] ?? Buffer.alloc(0), backup)
  expect(await runCommand(restored.env, ['restore', backup])).toMatchObject({ code: 0 })
  for (const one of [place, restored]) {
    const server = await startOn(one, recorded.made)
    expect(await lostSince(recorded, server)).toEqual([])
    await server.close()
  }
})
