import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { readSettings } from '#server/config/env.ts'
import { type FileKey, type FileStore, newKey } from '#server/files/fileStore.ts'
import { openFiles, removeAbandonedParts } from '#server/files/openFiles.ts'
import { thumbnailsOf } from '#server/files/pictureNames.ts'
import { makeVariant, removeImage, storeImage } from '#server/files/pictures.ts'
import { startFakeBucket } from '#test/helpers/server/fakeBucket.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const BYTES = Buffer.from('0123456789'.repeat(5000))

test('partial files that a kill has left are removed at the start, unless another process may be writing them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-files-'))
  const now = Date.now() / 1000
  const day = 24 * 3600
  for (const shelf of ['public', 'private']) {
    const folder = join(dataDir, 'uploads', shelf)
    mkdirSync(folder, { recursive: true })
    for (const [name, age] of [
      ['whole.jpg', 9 * day],
      ['young.jpg.1.part', day - 600],
      ['old.jpg.2.part', day + 600],
    ] as const) {
      writeFileSync(join(folder, name), 'x')
      utimesSync(join(folder, name), now - age, now - age)
    }
  }
  const left = () =>
    ['public', 'private'].map((shelf) => readdirSync(join(dataDir, 'uploads', shelf)).toSorted())
  await removeAbandonedParts({ dataDir, databaseUrl: 'postgres://localhost/x', s3: undefined })
  expect(left()).toEqual([
    ['whole.jpg', 'young.jpg.1.part'],
    ['whole.jpg', 'young.jpg.1.part'],
  ])
  await removeAbandonedParts({ dataDir, databaseUrl: undefined, s3: undefined })
  expect(left()).toEqual([['whole.jpg'], ['whole.jpg']])
  rmSync(dataDir, { recursive: true })
})

test('a file in a folder appears when its last byte is written', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-files-'))
  const files = await openFiles({ dataDir, s3: undefined })
  const key = newKey('private', 'bin')
  const begun = () =>
    globSync(join(dataDir, 'uploads/private/*')).some((path) => statSync(path).size > 0)
  let early: number | null = 0
  async function* halves() {
    yield BYTES
    await eventually(begun, Boolean)
    early = await files.size(key)
    yield BYTES
  }
  await files.put(key, Readable.from(halves()))
  expect([early, await files.size(key)]).toEqual([null, 2 * BYTES.length])
  rmSync(dataDir, { recursive: true })
})

test('a long stream goes into the bucket part by part, without a temporary file of its length', async () => {
  const bucket = await startFakeBucket()
  const files = await openFiles(readSettings({ DATA_DIR: tmpdir(), ...bucket.env }))
  const key = newKey('private', 'bin')
  const block = Buffer.alloc(3_000_000, 'block')
  async function* blocks() {
    for (let sent = 0; sent < 7; sent++) yield block
    await eventually(bucket.openUploads, (open) => open === 1)
    yield block
  }
  await files.put(key, Readable.from(blocks()))
  expect((await files.bytes(key)).equals(Buffer.concat(Array(8).fill(block)))).toBe(true)
  await bucket.close()
})

describe.each(['folder', 'bucket'])('files in a %s', (place) => {
  let files: FileStore
  let dataDir: string
  let bucket: Awaited<ReturnType<typeof startFakeBucket>>
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'discordia-files-'))
    bucket = await startFakeBucket()
    const env = place === 'bucket' ? bucket.env : {}
    files = await openFiles(readSettings({ DATA_DIR: dataDir, ...env }))
  })
  afterAll(async () => {
    await bucket.close()
    rmSync(dataDir, { recursive: true })
  })

  test('a stored file is read whole and in parts, until it is removed', async () => {
    const key = newKey('private', 'pdf')
    await files.put(key, BYTES)
    expect(await files.size(key)).toBe(BYTES.length)
    expect((await files.bytes(key)).equals(BYTES)).toBe(true)
    const whole = await files.stream(key)
    expect((await buffer(whole ?? Readable.from([]))).equals(BYTES)).toBe(true)
    const part = await files.stream(key, { start: 10, end: 19 })
    expect((await buffer(part ?? Readable.from([]))).toString()).toBe('0123456789')
    await files.remove(key)
    expect([await files.size(key), await files.stream(key)]).toEqual([null, null])
    await files.remove(key)
  })

  test('a stream is stored with its length, an empty one too', async () => {
    for (const contents of [BYTES, Buffer.alloc(0)]) {
      const key = newKey('private', 'bin')
      await files.put(key, Readable.from([contents]))
      expect(await files.size(key)).toBe(contents.length)
      expect(bucket.lastPut()['transfer-encoding']).toBeUndefined()
    }
  })

  test.each([1, 200])('a stream that breaks after %d chunks leaves no file', async (chunks) => {
    const key = newKey('private', 'bin')
    const broken = Readable.from(
      (async function* () {
        for (let sent = 0; sent < chunks; sent++) yield BYTES
        throw new Error('the line went dead')
      })(),
    )
    await expect(files.put(key, broken)).rejects.toThrow()
    expect(await files.size(key)).toBeNull()
    expect([...bucket.objects.keys()].filter((path) => path.includes(key))).toEqual([])
    expect(bucket.openUploads()).toBe(0)
    const left = place === 'folder' ? readdirSync(join(dataDir, 'uploads/private')) : []
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test.each(['private/../../etc/passwd', 'public/a.jpg', '/etc/passwd', 'other/x', ''])(
    'the key %p is rejected before it reaches the disk',
    async (key) => {
      const foreign = key as FileKey
      await expect(files.put(foreign, BYTES)).rejects.toThrow(/no key/)
      await expect(files.stream(foreign)).rejects.toThrow(/no key/)
      await expect(files.size(foreign)).rejects.toThrow(/no key/)
      await expect(files.remove(foreign)).rejects.toThrow(/no key/)
    },
  )

  test('a picture and its variants', async () => {
    const picture = await storeImage(files, await photo(1000, 500).jpeg().toBuffer())
    expect(picture.variants.map(({ width, height }) => [width, height])).toEqual([
      [480, 240],
      [960, 480],
      [1000, 500],
    ])
    const [small] = picture.variants
    expect(await makeVariant(files, small?.key ?? '')).toBe(true)
    const made = await sharp(await files.bytes(`public/${small?.key}`)).metadata()
    expect([made.format, made.width, made.height]).toEqual(['webp', 480, 240])
    const [thumbnail] = thumbnailsOf(picture)
    expect(await makeVariant(files, thumbnail?.key ?? '')).toBe(true)
    await removeImage(files, picture)
    for (const one of [picture, small, thumbnail])
      expect(await files.size(`public/${one?.key}` as FileKey)).toBeNull()
  })
})

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } })

serverTests('pictures from strangers', { engines: ['sqlite'] }, (server) => {
  const store = (upload: Uint8Array) => storeImage(server.deps.files, upload)
  const get = (name: string, headers = {}) =>
    server.app.inject({ url: `/api/files/${name}`, headers })

  test.each(['jpeg', 'png'] as const)('a %s is encoded again under a new name', async (format) => {
    const upload = await photo(300, 200).toFormat(format).toBuffer()
    const picture = await store(upload)
    expect(picture.key).toMatch(
      format === 'jpeg' ? /^[0-9a-f]{32}-300x200\.jpg$/ : /^[0-9a-f]{32}-300x200\.png$/,
    )
    expect([picture.width, picture.height]).toEqual([300, 200])
    const { headers, statusCode } = await get(picture.key)
    expect([statusCode, headers['content-type']]).toEqual([200, `image/${format}`])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('a variant is rendered at its first request, once for all callers, and kept', async () => {
    const { variants } = await store(await photo(2000, 1000).jpeg().toBuffer())
    expect(variants.map(({ width }) => width)).toEqual([480, 960, 1440])
    const name = variants[1]?.key ?? ''
    const put = jest.spyOn(server.deps.files, 'put')
    const responses = await Promise.all([get(name), get(name), get(name)])
    expect(put).toHaveBeenCalledTimes(1)
    for (const { statusCode, headers, rawPayload } of responses) {
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 960, height: 480 })
    }
    await get(name)
    expect(put).toHaveBeenCalledTimes(1)
  })

  test('pages of other sites may embed a picture in every width, but not a film', async () => {
    const { key, variants } = await store(await photo(600, 300).jpeg().toBuffer())
    const film = newKey('public', 'mp4')
    await server.deps.files.put(film, BYTES)
    const policy = async (name: string, headers = {}) => {
      const response = await get(name, headers)
      return [response.statusCode, response.headers['cross-origin-resource-policy']]
    }
    expect(await policy(key)).toEqual([200, 'cross-origin'])
    expect(await policy(key, { 'if-none-match': `"${key}"` })).toEqual([304, 'cross-origin'])
    expect(await policy(variants[0]?.key ?? '')).toEqual([200, 'cross-origin'])
    expect(await policy(film.replace('public/', ''))).toEqual([200, 'same-origin'])
  })

  test('unknown widths, foreign names and other folders are not found', async () => {
    const { key } = await store(await photo(600, 300).png().toBuffer())
    const stem = key.replace('.png', '')
    const secret = newKey('private', 'png')
    await server.deps.files.put(secret, BYTES)
    const names = [
      `${stem}-481.webp`,
      `${stem}-960.webp`,
      `${stem}-480.png`,
      `${stem}.jpg`,
      `${'0'.repeat(32)}.jpg`,
      secret.replace('private/', ''),
      `..%2fprivate%2f${secret.replace('private/', '')}`,
      '%2e%2e%2f%2e%2e%2fdiscordia.sqlite',
      'x'.repeat(60),
    ]
    for (const name of names) expect([name, (await get(name)).statusCode]).toEqual([name, 404])
    expect((await get('x'.repeat(61))).statusCode).toBe(400)
  })
})
