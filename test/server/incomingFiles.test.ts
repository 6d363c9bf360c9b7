import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { GlossaryTypeId } from '#contract/ids.ts'
import { deleteIncoming } from '#server/files/incoming.ts'
import { publicUrlPath } from '#server/files/pictureNames.ts'
import { storeImage } from '#server/files/pictures.ts'
import { addGlossaryType, entryForm, glossaryCalls } from '#test/helpers/fixtures/glossary.ts'
import { photo } from '#test/helpers/fixtures/imageAttacks.ts'
import { eventually } from '#test/helpers/server/faults.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { fileForm } from '#test/helpers/server/startDesk.ts'

/** Removing a file takes milliseconds; a busy machine may take longer. */
const GONE_WITHIN_MS = 10_000

deskTests('uploaded files', { engines: ['sqlite'] }, (server) => {
  let type: GlossaryTypeId
  let png: Buffer
  beforeAll(async () => {
    type = await addGlossaryType(server, 'Places')
    png = await photo().png().toBuffer()
  })

  const folder = () => join(server.dataDir, 'incoming')
  const resting = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const allGone = async () => {
    const end = performance.now() + GONE_WITHIN_MS
    while (resting().length > 0 && performance.now() < end) await setImmediate()
    expect(resting()).toEqual([])
  }
  /** Two pictures that are being decoded, and as many as may wait for them. */
  function fillGate() {
    const { gates } = server.deps
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let drawn = 0
    const draw = () => {
      drawn += 1
      return held
    }
    const busy = Array.from({ length: 18 }, () => gates.images(draw))
    const asked = jest.spyOn(gates, 'images')
    let before = 0
    return {
      /** Number of pictures that were begun while the first two were held. */
      drawnAtOnce: () => before,
      /** Responses to further ones; the gate decides about each of them before a place is free again. */
      async refusals(...calls: (() => Promise<LightMyRequestResponse>)[]) {
        const responses: Promise<LightMyRequestResponse>[] = []
        for (const call of calls) {
          const earlier = asked.mock.calls.length
          let isAnswered = false
          const response = call().finally(() => {
            isAnswered = true
          })
          responses.push(response)
          await eventually(() => isAnswered || asked.mock.calls.length > earlier, Boolean)
        }
        before = drawn
        letGo()
        await Promise.all(busy)
        return (await Promise.all(responses)).map(({ statusCode, headers }) => [
          statusCode,
          headers['retry-after'],
        ])
      },
    }
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
  ])('%s is deleted after the response', async (title, status, bytes) => {
    const send = await sender()
    expect((await send(title, bytes())).statusCode).toBe(status)
    await allGone()
  })

  test('a member sends two at a time; a third is refused unread, with Retry-After', async () => {
    const send = await sender()
    const { gates } = server.deps
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const busy = [gates.images(() => held), gates.images(() => held)]
    const waiting = [send('First', png), send('Second', png)]
    await eventually(resting, ({ length }) => length === 2)
    let isAnswered = false
    const response = send('Third', png).finally(() => {
      isAnswered = true
    })
    while (!isAnswered && resting().length < 3) await setImmediate()
    const rested = resting().length
    letGo()
    const third = await response
    expect([third.statusCode, third.headers['retry-after'], rested]).toEqual([429, '5', 2])
    await Promise.all(busy)
    for (const response of await Promise.all(waiting)) expect(response.statusCode).toBe(201)
    await allGone()
    expect((await send('Third', png)).statusCode).toBe(201)
    await allGone()
  })

  test('files that a kill has left are swept, younger ones are not', async () => {
    mkdirSync(folder(), { recursive: true })
    for (const name of ['old', 'young']) writeFileSync(join(folder(), name), 'x')
    utimesSync(join(folder(), 'old'), 1000, 1000)
    await deleteIncoming(server.dataDir, 2_000_000)
    expect(resting()).toEqual(['young'])
    await deleteIncoming(server.dataDir, Date.now() + 60_000)
    expect(resting()).toEqual([])
  })

  test('a variant waits for the gate of renderings; an unknown name does not', async () => {
    const { files } = server.deps
    const picture = await storeImage(files, await photo(1000, 500).jpeg().toBuffer())
    const full = fillGate()
    const missing = await server.app.inject(publicUrlPath(`${'0'.repeat(32)}-480.webp`))
    expect(missing.statusCode).toBe(404)
    expect((await server.app.inject(publicUrlPath(picture.key))).statusCode).toBe(200)
    const other = () => server.app.inject(publicUrlPath(picture.variants[1]?.key ?? ''))
    expect(await full.refusals(other)).toEqual([[503, '5']])
  })

  test('pictures of members and of the desk share the two places of the gate, and are removed when they are refused', async () => {
    const send = await sender()
    const ada = await server.staff('Ada')
    const full = fillGate()
    const { body, contentType } = fileForm(png, 'a.png', 'image/png')
    const refused = await full.refusals(
      () => send('One too many', png),
      () => ada.ask('POST', '/uploads/picture', body, contentType),
    )
    expect(refused).toEqual([
      [503, '5'],
      [503, '5'],
    ])
    expect(full.drawnAtOnce()).toBe(2)
    await allGone()
    expect((await send('One too many', png)).statusCode).toBe(201)
  })
})
