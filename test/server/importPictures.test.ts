import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { sweepLooseFiles } from '#server/db/looseFiles.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { photo } from '#test/helpers/fixtures/imageAttacks.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

deskTests('pictures of imported entries on %s', { engines: bothEngines }, (server) => {
  let ada: DeskCaller
  let mill: Buffer
  let harbour: Buffer
  beforeAll(async () => {
    mill = await photo(64, 48).png().toBuffer()
    harbour = await photo(48, 64).jpeg().toBuffer()
  })
  beforeEach(async () => {
    await server.empty()
    rmSync(folder(), { recursive: true, force: true })
    ada = await server.staff('Ada')
  })

  const folder = () => join(server.dataDir, 'uploads/public')
  const world = (
    front: string,
    files: Readonly<Record<string, Buffer>> = { 'img/mill.png': mill },
  ) => zipOf({ 'mill.md': `---\ntype: Places\npicture: ${front}\n---\n\nIt grinds.`, ...files })
  const send = async (call: string, bytes: Buffer) =>
    (await ada.transfer(call, bytes, 'world.zip', {})).json()
  const pictureOf = async () => (await ada.get('/glossary-entries')).json()[0].picture
  const undo = async () => {
    const [{ id }] = (await ada.get('/imports')).json()
    return (await ada.post(`/imports/${id}/undo`)).json()
  }
  const stored = async () => {
    const { db, files, clock } = server.deps
    await sweepLooseFiles(db, files, clock())
    return existsSync(folder()) ? readdirSync(folder()) : []
  }

  test.each(['img/mill.png', '"[[mill.png]]"'])(
    'come along as %s, once, and an undo leaves none of them',
    async (front) => {
      const file = await world(front)
      expect(await send('glossary/check', file)).toMatchObject({ added: 2, losses: [] })
      expect(await stored()).toEqual([])
      expect(await send('glossary', file)).toMatchObject({ added: 2, losses: [], problems: [] })
      expect(await pictureOf()).toMatchObject({ width: 64, height: 48 })
      expect(await send('glossary', file)).toMatchObject({ added: 0, changed: 0, losses: [] })
      expect(await stored()).toHaveLength(1)
      expect(await undo()).toEqual({ undone: 2, kept: [] })
      expect(await stored()).toEqual([])
    },
  )

  const background = { r: 0, g: 80, b: 40, alpha: 0.5 }
  const clear = sharp({ create: { width: 64, height: 48, channels: 4, background } })
  test.each([
    ['a WebP', () => photo(64, 48).webp(), 'jpg'],
    ['a WebP with holes', () => clear.webp(), 'png'],
    ['a GIF', () => photo(64, 48).gif(), 'png'],
  ])('become a format that every reader knows: %s', async (_what, make, extension) => {
    const file = await world('img/mill.png', { 'img/mill.png': await make().toBuffer() })
    expect(await send('glossary', file)).toMatchObject({ losses: [] })
    expect((await pictureOf()).url).toMatch(new RegExp(`-64x48\\.${extension}$`))
    expect(await send('glossary', file)).toMatchObject({ changed: 0, losses: [] })
  })

  test('come to an entry that has none, and go with the undo', async () => {
    await send('glossary', await zipOf({ 'mill.md': '---\ntype: Places\n---\nIt grinds.' }))
    expect(await send('glossary', await world('/img/mill.png'))).toMatchObject({ changed: 1 })
    expect(await pictureOf()).toMatchObject({ width: 64 })
    await undo()
    expect(await pictureOf()).toBeNull()
    expect(await stored()).toEqual([])
  })

  test('never replace another one, and the report says so', async () => {
    await send('glossary', await world('img/mill.png'))
    const before = await pictureOf()
    const { losses, changed } = await send(
      'glossary',
      await world('img/mill.png', { 'img/mill.png': harbour }),
    )
    expect([changed, losses]).toEqual([
      0,
      [
        {
          place: 'mill.md',
          problem: 'img/mill.png: The entry has another picture here, which stays.',
        },
      ],
    ])
    expect(await pictureOf()).toEqual(before)
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['img/none.png', 'The picture "img/none.png" is missing.'],
    [
      'https://e.org/a.png',
      'The picture "https://e.org/a.png" is on another site: it is left out.',
    ],
    ['bad.png', 'bad.png: The picture is broken, moves, or is no JPEG, PNG, WebP or GIF.'],
  ])('are losses where they cannot come: %s', async (front, problem) => {
    const file = await world(front, { 'bad.png': Buffer.from('no picture') })
    const { losses } = await send('glossary', file)
    expect(losses).toContainEqual({ place: 'mill.md', problem })
    expect(await pictureOf()).toBeNull()
  })

  test('that are damaged in the archive are a loss, in a text too, and the rest arrives', async () => {
    const front = '---\npicture: mill.png\n---\n\n![Mill](mill.png)'
    const whole = await zipOf({ 'mill.md': front, 'mill.png': mill }, { compress: false })
    const damaged = Buffer.from(whole)
    const at = damaged.indexOf(mill.subarray(0, 8)) + 40
    damaged.writeUInt8(damaged.readUInt8(at) ^ 255, at)
    const { added, losses } = await send('glossary', damaged)
    const loss = {
      place: 'mill.md',
      problem: 'mill.png: The file "mill.png" is damaged in the archive.',
    }
    expect([added, losses]).toEqual([2, [loss, loss]])
  })

  test('are in an export as Markdown, which brings them to an empty site', async () => {
    await send('glossary', await world('img/mill.png'))
    const { rawPayload } = await ada.get('/transfer/glossary?form=markdown')
    expect(await send('glossary', rawPayload)).toMatchObject({ added: 0, changed: 0, losses: [] })
    await undo()
    expect(await send('glossary', rawPayload)).toMatchObject({ added: 2, losses: [] })
    expect(await pictureOf()).toMatchObject({ width: 64, height: 48 })
  })

  test('a refused import keeps none of them', async () => {
    const file = await zipOf({
      'mill.md': '---\nkey: mill\npicture: mill.png\n---\n',
      'other.md': '---\nkey: mill\n---\n',
      'mill.png': mill,
    })
    const answer = await ada.transfer('glossary', file, 'world.zip', {})
    expect([answer.statusCode, answer.body]).toEqual([400, answer.body])
    expect(await stored()).toEqual([])
  })
})
