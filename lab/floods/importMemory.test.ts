import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import {
  type DeskProcess,
  type Seat,
  send,
  startDeskProcess,
  takeSeat,
} from '../../test/helpers/server/deskProcess.ts'
import { figure } from '../../test/helpers/server/faults.ts'
import { type DataDir, makeDataDir } from '../../test/helpers/server/serverProcess.ts'
import { type ForeignFile, markdownWorld } from '../foreignWorlds.ts'
import { memoryOf, toldOf, watchOthers } from './bystander.ts'

jest.setTimeout(300_000)

/** Growth in MB: its largest pictures are in memory at once, each as a file and decoded. */
const GROWTH_MAX = 300
const MIB = 1024 * 1024
/** Pixels of a side of a picture; noise takes three bytes each. */
const SIDE = 1000
const PICTURES = 64

async function worldOfPictures(): Promise<ForeignFile> {
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const
  const pictures: Record<string, Buffer> = {}
  for (let n = 0; n < PICTURES; n++)
    pictures[`bild-${n}.png`] = await sharp(randomBytes(SIDE * SIDE * raw.channels), { raw })
      .png()
      .toBuffer()
  return markdownWorld(PICTURES, pictures)
}

describe('an archive of nearly 200 MB with pictures', () => {
  let dataDir: DataDir
  let desk: DeskProcess
  let seat: Seat
  beforeAll(async () => {
    dataDir = makeDataDir()
    desk = await startDeskProcess(dataDir)
    seat = await takeSeat(desk, dataDir)
  })
  afterAll(async () => {
    await desk.server.end()
    dataDir.remove()
  })

  test(`is imported within ${GROWTH_MAX} MB more`, async () => {
    const { name, bytes } = await worldOfPictures()
    expect(bytes.length).toBeGreaterThan(180 * MIB)
    const { server, api } = desk
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const sent = await fetch(`${api}/uploads/import`, { method: 'POST', headers: seat, body: form })
    const { id: upload } = (await sent.json()) as { id: string }
    // Linux counts the peak from here.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const { now } = memoryOf(server.pid)
    const end = await watchOthers(server.address)
    const answer = await send(`${api}/transfer/glossary`, { upload }, seat)
    const others = await end()
    expect(await answer.json()).toMatchObject({ fates: { new: PICTURES }, losses: [] })
    const growth = memoryOf(server.pid).peak - now
    figure(`${Math.round(growth)} MB more (limit ${GROWTH_MAX} MB), ${toldOf(others)}`)
    expect(others.refused).toBe(0)
    expect(growth).toBeLessThan(GROWTH_MAX)
  })
})
