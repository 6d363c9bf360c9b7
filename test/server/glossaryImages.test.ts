import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type GlossaryEntry, IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { GlossaryTypeId } from '#contract/ids.ts'
import { cleanUp } from '#server/compose/background.ts'
import { addGlossaryType, entryForm, glossaryCalls } from '#test/helpers/fixtures/glossary.ts'
import { CORNERS, imageAttacks, MARK, photo } from '#test/helpers/fixtures/imageAttacks.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

serverTests('images of glossary entries', { engines: ['sqlite'] }, (server) => {
  let type: GlossaryTypeId
  let calls: ReturnType<typeof glossaryCalls>
  beforeAll(async () => {
    type = await addGlossaryType(server, 'Places')
    calls = glossaryCalls(server, await server.addUser('mira'))
  })

  const folder = () => join(server.dataDir, 'uploads/public')
  const stored = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const send = (
    title: string,
    bytes: Uint8Array,
    name = 'picture.png',
    mediaType = 'image/png',
  ) => {
    const image = new Blob([new Uint8Array(bytes)], { type: mediaType })
    return calls.create(entryForm({ title, entry_type: type }, image, name))
  }
  const entry = async (title: string): Promise<GlossaryEntry | undefined> =>
    (await calls.entries({ showMyEntries: 'true' })).find((one) => one.title === title)
  const bytesOf = async (title: string): Promise<Buffer> => {
    const name = (await entry(title))?.image?.split('/').pop() ?? ''
    return readFileSync(join(folder(), name))
  }

  test('only clean pictures of all attacks are stored', async () => {
    const attacks = await imageAttacks()
    expect(attacks.length).toBeGreaterThanOrEqual(24)
    for (const { name, bytes, becomes } of attacks) {
      const response = await send(name, bytes)
      expect([name, response.statusCode]).toEqual([name, becomes === null ? 400 : 201])
      const image = (await entry(name))?.image
      if (becomes === null) {
        const [error] = response.json().errors
        expect([name, error.code, error.attr]).toEqual([name, 'invalid_image', 'image'])
        expect(error.detail).toBe('Invalid file type. Please select a JPEG or PNG image.')
        expect(image).toBeUndefined()
      } else {
        expect(image).toMatch(new RegExp(`^/api/files/[0-9a-f]{32}-\\d+x\\d+\\.${becomes}$`))
      }
    }
    expect(stored()).toHaveLength(attacks.filter(({ becomes }) => becomes !== null).length)
    for (const name of stored()) {
      const bytes = readFileSync(join(folder(), name))
      const { format, exif, icc, xmp, iptc, orientation, comments, width, height } =
        await sharp(bytes).metadata()
      expect(name).toMatch(
        format === 'jpeg' ? /^[0-9a-f]{32}-\d+x\d+\.jpg$/ : /^[0-9a-f]{32}-\d+x\d+\.png$/,
      )
      expect(['jpeg', 'png']).toContain(format)
      expect({ exif, icc, xmp, iptc, orientation, comments }).toEqual({})
      expect(Math.max(width, height)).toBeLessThanOrEqual(2880)
      expect(bytes.includes(MARK)).toBe(false)
      // Nothing follows the end of the picture.
      const end = format === 'jpeg' ? 'ffd9' : '49454e44ae426082'
      expect(bytes.toString('hex').endsWith(end)).toBe(true)
    }
  }, 60_000)

  test.each(CORNERS.map(([y, x], at) => [at + 1, y, x] as const))(
    'a picture of orientation %i is upright, its square %s %s',
    async (orientation, y, x) => {
      const title = `Turned ${orientation}`
      await send(
        title,
        await photo().withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer(),
      )
      const { data, info } = await sharp(await bytesOf(title))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual(orientation < 5 ? [32, 16] : [16, 32])
      const column = x === 'left' ? 2 : info.width - 3
      const row = y === 'top' ? 2 : info.height - 3
      const green = data[(row * info.width + column) * info.channels + 1] ?? 255
      expect(green).toBeLessThan(60)
    },
  )

  test('a file over the limit is refused with its own status, one at the limit is not', async () => {
    const before = stored().length
    const png = await photo().png().toBuffer()
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    const tooLarge = await send('Large', padded(IMAGE_BYTES_MAX + 1))
    expect([tooLarge.statusCode, tooLarge.json().errors[0].code]).toEqual([413, 'file_too_large'])
    expect(stored()).toHaveLength(before)
    expect((await send('Just right', padded(IMAGE_BYTES_MAX))).statusCode).toBe(201)
  })

  test('an entry that cannot be stored leaves no picture', async () => {
    const before = stored()
    const { db } = server.deps
    const begin = jest.spyOn(db, 'transaction').mockImplementation(() => {
      throw new Error('database is locked')
    })
    const response = await send('Unlucky', await photo().png().toBuffer())
    begin.mockRestore()
    expect([response.statusCode, response.body.includes('locked')]).toEqual([500, false])
    expect(stored()).toEqual(before)
  })

  test.each(['is deleted', 'gets another picture'])(
    'the picture of an entry that %s is left to the sweep if it cannot be deleted at once',
    async (how) => {
      const before = stored()
      const picture = await photo().png().toBuffer()
      const { id } = (await send(how, picture)).json()
      const remove = jest.spyOn(server.deps.files, 'remove').mockRejectedValue(new Error('away'))
      if (how === 'is deleted') await calls.remove(id)
      else await send(how, picture)
      remove.mockRestore()
      await cleanUp(server.deps, server.app.log)
      expect(stored().length - before.length).toBe(how === 'is deleted' ? 0 : 1)
    },
  )

  test('a picture that cannot be stored leaves no entry', async () => {
    const { files } = server.deps
    const put = jest.spyOn(files, 'put').mockRejectedValue(new Error('disk full'))
    const response = await send('Unlucky', await photo().png().toBuffer())
    expect([response.statusCode, response.body.includes('disk')]).toEqual([500, false])
    put.mockRestore()
    expect(await entry('Unlucky')).toBeUndefined()
  })
})
