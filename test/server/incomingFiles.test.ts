import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { GlossaryTypeId } from '#contract/ids.ts'
import { IMAGE_BYTES_MAX } from '#contract/limits.ts'
import { sweepIncoming } from '#server/files/incoming.ts'
import { publicAddress, storeImage } from '#server/files/pictures.ts'
import { addGlossaryType, entryForm, glossaryCalls } from '#test/helpers/glossary.ts'
import { photo } from '#test/helpers/imageAttacks.ts'
import { startTestServer, type TestServer } from '#test/helpers/testServer.ts'

/** Removing a file takes milliseconds; a busy machine may take longer. */
const GONE_WITHIN_MS = 10_000

describe('files on their way in', () => {
  let server: TestServer
  let type: GlossaryTypeId
  let png: Buffer
  beforeAll(async () => {
    server = await startTestServer('sqlite')
    type = await addGlossaryType(server, 'Places')
    png = await photo().png().toBuffer()
  })
  afterAll(() => server.close())

  const folder = () => join(server.dataDir, 'incoming')
  const resting = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const allGone = async () => {
    const end = performance.now() + GONE_WITHIN_MS
    while (resting().length > 0 && performance.now() < end) await setImmediate()
    expect(resting()).toEqual([])
  }
  let members = 0
  async function sender() {
    members += 1
    const calls = glossaryCalls(server, await server.addUser(`member${members}`))
    return (title: string, bytes: Uint8Array) =>
      calls.create(
        entryForm({ title, entry_type: type }, new Blob([new Uint8Array(bytes)]), 'a.png'),
      )
  }

  test.each([
    ['a good one', 201, () => png],
    ['one that is no picture', 400, () => Buffer.from('GIF89a')],
    ['one that is too large', 413, () => Buffer.alloc(IMAGE_BYTES_MAX + 1)],
    ['an empty one', 400, () => Buffer.alloc(0)],
  ])('%s is gone with the response', async (title, status, bytes) => {
    const send = await sender()
    expect((await send(title, bytes())).statusCode).toBe(status)
    await allGone()
  })

  test('a member sends two at a time; a third is refused unread, with the time to come again', async () => {
    const send = await sender()
    const { gates } = server.deps
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const busy = [gates.images(() => held), gates.images(() => held)]
    const waiting = [send('First', png), send('Second', png)]
    while (resting().length < 2) await setImmediate()
    let isAnswered = false
    const answer = send('Third', png).finally(() => {
      isAnswered = true
    })
    while (!isAnswered && resting().length < 3) await setImmediate()
    const rested = resting().length
    letGo()
    const third = await answer
    expect([third.statusCode, third.headers['retry-after'], rested]).toEqual([429, '5', 2])
    await Promise.all(busy)
    for (const answer of await Promise.all(waiting)) expect(answer.statusCode).toBe(201)
    await allGone()
    expect((await send('Third', png)).statusCode).toBe(201)
    await allGone()
  })

  test('what a kill has left behind is swept, younger files are not', async () => {
    mkdirSync(folder(), { recursive: true })
    for (const name of ['old', 'young']) writeFileSync(join(folder(), name), 'x')
    utimesSync(join(folder(), 'old'), 1000, 1000)
    await sweepIncoming(server.dataDir, 2_000_000)
    expect(resting()).toEqual(['young'])
    await sweepIncoming(server.dataDir, Date.now() + 60_000)
    expect(resting()).toEqual([])
  })

  test('a variant that many ask for is drawn once; a name that no picture has waits for nothing', async () => {
    const { files, gates } = server.deps
    const picture = await storeImage(files, await photo(1000, 500).jpeg().toBuffer())
    const url = publicAddress(picture.variants[0]?.key ?? '')
    const put = jest.spyOn(files, 'put')
    const many = await Promise.all(Array.from({ length: 40 }, () => server.app.inject(url)))
    expect(new Set(many.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(put).toHaveBeenCalledTimes(1)

    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const busy = Array.from({ length: 18 }, () => gates.images(() => held))
    const missing = await server.app.inject(publicAddress(`${'0'.repeat(32)}-480.webp`))
    expect(missing.statusCode).toBe(404)
    const full = await server.app.inject(publicAddress(picture.variants[1]?.key ?? ''))
    expect([full.statusCode, full.headers['retry-after']]).toEqual([503, '5'])
    expect((await server.app.inject(publicAddress(picture.key))).statusCode).toBe(200)
    letGo()
    await Promise.all(busy)
  })
})
