import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { cleanUp } from '#server/compose/background.ts'
import { FILM, PNG, WEBM } from '#test/helpers/fixtures/deskRows.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, fileForm } from '#test/helpers/server/startDesk.ts'

const filmOf = (brand: string) =>
  Buffer.from(FILM.toString('latin1').replace('isom', brand), 'latin1')

deskTests('files at the desk on %s', (server) => {
  let ada: DeskCaller
  beforeAll(async () => {
    ada = await server.staff('Ada')
  })

  const site = (path: string) => server.app.inject({ method: 'GET', url: `/api${path}` })
  const stored = (shelf: string): string[] => {
    try {
      return readdirSync(join(server.dataDir, 'uploads', shelf))
    } catch {
      return []
    }
  }

  test('a file is sent, shown on the site, replaced under its id, withdrawn and removed', async () => {
    const category_id = (await ada.post('/download-categories', { title: 'Maps' })).json().id
    const bytes = randomBytes(3_000_000)
    const file_upload = await ada.upload('file', bytes, 'C:\\maps\\big map.bin')
    const made = (
      await ada.post('/download-files', { category_id, display_name: 'Map', file_upload })
    ).json()
    expect(made).toMatchObject({
      download_file_name: 'big map.bin',
      size: bytes.length,
      digest: createHash('sha256').update(bytes).digest('hex'),
    })
    expect((await site(`/downloads/download/${made.id}`)).rawPayload.equals(bytes)).toBe(true)

    const next = await ada.upload('file', Buffer.from('small'), 'small.txt', 'text/plain')
    const body = { category_id, display_name: 'Small map', file_upload: next }
    expect((await ada.put(`/download-files/${made.id}`, body)).json()).toMatchObject({
      id: made.id,
      size: 5,
      media_type: 'text/plain',
    })
    expect((await site(`/downloads/download/${made.id}`)).body).toBe('small')
    expect(stored('private')).toHaveLength(1)
    expect((await ada.post('/download-files', body)).json().errors[0].code).toBe('unusable_upload')

    expect((await ada.remove(`/download-categories/${category_id}`)).statusCode).toBe(409)
    await ada.post(`/download-files/${made.id}/withdraw`)
    expect((await site(`/downloads/download/${made.id}`)).statusCode).toBe(404)
    const listed = async () => (await site('/downloads/active')).json()[0].download_files
    expect(await listed()).toEqual([])
    await ada.post(`/download-files/${made.id}/restore`)
    expect(await listed()).toHaveLength(1)
    await ada.remove(`/download-files/${made.id}`)
    expect(stored('private')).toEqual([])
    expect((await ada.remove(`/download-categories/${category_id}`)).statusCode).toBe(200)
  })

  test('a file keeps its name when it is replaced; texts are trimmed; files are in their order', async () => {
    const sent = (name: string) => ada.upload('file', Buffer.from(name), name, 'text/plain')
    const category = await ada.post('/download-categories', { title: ' Sheets ' })
    expect(category.json().title).toBe('Sheets')
    const category_id = category.json().id
    const none = await ada.post('/download-files', { category_id, display_name: 'None' })
    expect([none.statusCode, none.json().errors[0].attr]).toEqual([400, 'file_upload'])
    const add = async (body: object) =>
      (await ada.post('/download-files', { category_id, position: 1, ...body })).json()
    const picture_upload = await ada.upload('picture', PNG, 'a.png', 'image/png')
    const first = await add({
      display_name: ' First ',
      description: ' ',
      download_file_name: ' Own.txt ',
      file_upload: await sent('a.txt'),
      picture_upload,
    })
    expect(first).toMatchObject({
      display_name: 'First',
      description: null,
      download_file_name: 'Own.txt',
      withdrawn_at: null,
    })
    const second = await add({ display_name: 'Second', file_upload: await sent('b.txt') })
    const early = { display_name: 'Early', position: 0, file_upload: await sent('c.txt') }
    await add(early)
    server.passTime(5000)
    const replaced = await ada.put(`/download-files/${first.id}`, {
      category_id,
      display_name: 'First',
      description: ' About ',
      position: 1,
      file_upload: await sent('other.txt'),
    })
    const updated_at = new Date(server.deps.clock()).toISOString()
    expect(replaced.json()).toMatchObject({
      download_file_name: 'Own.txt',
      size: 9,
      description: 'About',
      created_at: first.created_at,
      updated_at,
      picture: first.picture,
    })
    const [shown] = (await site('/downloads/active'))
      .json()
      .filter(({ id }: { id: number }) => id === category_id)
    expect(shown.download_files).toMatchObject([
      { display_name: 'Early', image: null },
      { id: first.id, image: first.picture.url, pictures: [{ width: 1 }], thumbnails: [] },
      { id: second.id },
    ])
    const { headers } = await site(`/downloads/download/${first.id}`)
    expect(headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'last-modified': new Date(updated_at).toUTCString(),
    })
    server.passTime(1)
    const withdrawn = (await ada.post(`/download-files/${first.id}/withdraw`)).json()
    expect(withdrawn.updated_at).toBe(withdrawn.withdrawn_at)
    expect(Date.parse(withdrawn.withdrawn_at)).toBe(server.deps.clock())
    for (const { id } of shown.download_files) await ada.remove(`/download-files/${id}`)
    await ada.remove(`/download-categories/${category_id}`)
  })

  test('pictures go through the same gate as those of entries, and are removed with their record', async () => {
    const news = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
    const picture_upload = await ada.upload('picture', PNG, 'a.png', 'image/png')
    const made = (await ada.post('/contents', { ...news, picture_upload })).json()
    expect(made.picture).toMatchObject({ width: 1, height: 1 })
    expect((await server.desk.inject(made.picture.url)).headers['content-type']).toBe('image/png')
    expect((await ada.put(`/contents/${made.id}`, news)).json().picture).toEqual(made.picture)
    const without = await ada.put(`/contents/${made.id}`, { ...news, picture_upload: null })
    expect(without.json().picture).toBeNull()
    expect(stored('public')).toEqual([])
  })

  test('films, captions and posters; order', async () => {
    const film = async (title: string) =>
      (
        await ada.post('/rule-videos', {
          title,
          file_upload: await ada.upload('video', FILM, 'a.mp4'),
          captions_upload: await ada.upload('captions', Buffer.from('WEBVTT\n\n'), 'a.vtt'),
          poster_upload: await ada.upload('picture', PNG, 'a.png'),
        })
      ).json()
    const [one, two] = [await film('One'), await film('Two')]
    await ada.post('/rule-videos/order', { ids: [two.id, one.id] })
    expect((await site('/rules/get')).json()).toMatchObject([
      { video_title: 'Two', captions_url: two.captions_url, poster_url: two.poster_url },
      { video_title: 'One' },
    ])
    for (const ids of [[one.id], [one.id, one.id], [one.id, two.id, 999]])
      expect((await ada.post('/rule-videos/order', { ids })).statusCode).toBe(400)
  })

  test('a film may have a WebM beside its MP4, which is replaced and removed completely', async () => {
    const made = await ada.post('/rule-videos', {
      title: 'Two formats',
      file_upload: await ada.upload('video', FILM, 'a.mp4'),
      webm_upload: await ada.upload('webm', WEBM, 'a.webm'),
    })
    const { id, webm_url } = made.json()
    const shown = async () =>
      (await site('/rules/get'))
        .json()
        .find((film: { video_title: string }) => film.video_title === 'Two formats')
    expect((await shown()).webm_url).toBe(webm_url)
    expect((await server.app.inject(webm_url)).headers['content-type']).toBe('video/webm')
    const kept = await ada.put(`/rule-videos/${id}`, { title: 'Two formats' })
    expect(kept.json().webm_url).toBe(webm_url)
    await ada.put(`/rule-videos/${id}`, { title: 'Two formats', webm_upload: null })
    expect(await shown()).not.toHaveProperty('webm_url')
    expect((await server.app.inject(webm_url)).statusCode).toBe(404)
    const other = await ada.upload('webm', WEBM, 'a.webm')
    expect(
      (await ada.put(`/rule-videos/${id}`, { title: 'x', file_upload: other })).statusCode,
    ).toBe(400)
    await ada.remove(`/rule-videos/${id}`)
  })

  test.each([
    ['webm', FILM, 'wrong_file', 400],
    ['picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'invalid_image', 400],
    ['video', Buffer.from('no film at all'), 'wrong_file', 400],
    ['video', filmOf('heic'), 'wrong_file', 400],
    ['video', filmOf('avif'), 'wrong_file', 400],
    ['video', filmOf('M4A '), 'wrong_file', 400],
    ['video', filmOf('qt  '), 'wrong_file', 400],
    ['captions', Buffer.from('no captions'), 'wrong_file', 400],
    ['captions', Buffer.alloc(1_100_000, 'WEBVTT '), 'file_too_large', 413],
    ['file', Buffer.alloc(0), 'wrong_file', 400],
  ])(
    'a wrong file as %s is refused and nothing stays behind',
    async (purpose, bytes, code, status) => {
      const before = [...stored('public'), ...stored('private')]
      const { body, contentType } = fileForm(bytes, 'x', 'application/octet-stream')
      const response = await ada.ask('POST', `/uploads/${purpose}`, body, contentType)
      expect([response.statusCode, response.json().errors[0].code]).toEqual([status, code])
      expect([...stored('public'), ...stored('private')]).toEqual(before)
    },
  )

  test('an upload belongs to its sender, and is swept after a day', async () => {
    const id = await ada.upload('file', Buffer.from('forgotten'), 'a.txt')
    const ben = await server.staff('Ben')
    const category_id = (await ben.post('/download-categories', { title: 'Other' })).json().id
    const body = { category_id, display_name: 'X', file_upload: id }
    expect((await ben.post('/download-files', body)).statusCode).toBe(400)
    server.passTime(25 * 3_600_000)
    await cleanUp(server.deps, server.app.log)
    expect(stored('private')).toEqual([])
  })

  test('an upload is valid for its purpose, for a day, and while another one is swept', async () => {
    const cleo = await server.staff('Cleo')
    const category_id = (await cleo.post('/download-categories', { title: 'Kept' })).json().id
    const swept = stored('private').length
    await cleo.upload('file', Buffer.from('older'), 'a.txt')
    server.passTime(3_600_000)
    const file_upload = await cleo.upload('file', Buffer.from('newer'), 'b.txt')
    const picture_upload = await cleo.upload('picture', PNG, 'a.png')
    const download = { category_id, display_name: 'X' }
    const wrong = await cleo.post('/download-files', { ...download, file_upload: picture_upload })
    expect(wrong.json().errors[0]).toMatchObject({ code: 'unusable_upload', attr: 'file_upload' })
    const news = { kind: 'news', title: 'T', short_description: 'S', description: 'D' }
    const other = await cleo.post('/contents', { ...news, picture_upload: file_upload })
    expect(other.json().errors[0]).toMatchObject({
      code: 'unusable_upload',
      attr: 'picture_upload',
    })
    server.passTime(23 * 3_600_000)
    await cleanUp(server.deps, server.app.log)
    expect(stored('private')).toHaveLength(swept + 2)
    server.passTime(1)
    await cleanUp(server.deps, server.app.log)
    expect(stored('private')).toHaveLength(swept + 1)
    expect(stored('public').length).toBeGreaterThan(0)
    server.passTime(3_600_000)
    await cleanUp(server.deps, server.app.log)
    expect(stored('private')).toHaveLength(swept)
    expect(await server.deps.db.selectFrom('desk_uploads').selectAll().execute()).toEqual([])
  })

  test.each([
    ['file', Buffer.from('bytes')],
    ['picture', PNG],
    ['video', FILM],
  ])(
    'a full disk is not the fault of whoever uploads a %s: 507 and a time to retry',
    async (purpose, bytes) => {
      const caller = await server.staff(`Cora${purpose}`)
      const cause = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      const put = jest.spyOn(server.deps.files, 'put')
      put.mockRejectedValue(new Error('Cannot write file at location "private/a.part"', { cause }))
      const { body, contentType } = fileForm(bytes, 'x', 'application/octet-stream')
      const response = await caller.ask('POST', `/uploads/${purpose}`, body, contentType)
      expect([response.statusCode, response.json().errors[0].code]).toEqual([507, 'no_space'])
      expect(response.headers['retry-after']).toBe('60')
    },
  )

  test.each([
    ['video', FILM, 3],
    ['video', filmOf('mp42'), 1],
    ['webm', WEBM, 20],
  ] as const)('a %s whose first bytes come alone is a film', async (purpose, film, cut) => {
    const whole = Buffer.concat([film, Buffer.alloc(5000, 1)])
    const { body, contentType } = fileForm(whole, 'x', 'application/octet-stream')
    const first = body.indexOf(film) + cut
    const pieces = Readable.from([body.subarray(0, first), body.subarray(first)], {
      objectMode: false,
    })
    const caller = await server.staff(`Dana${purpose}${cut}`)
    const response = await caller.ask('POST', `/uploads/${purpose}`, pieces, contentType)
    expect(response.statusCode).toBe(201)
  })

  test('a truncated form is an error of the caller, a failure of the store is not', async () => {
    const { body, contentType } = fileForm(Buffer.alloc(200_000), 'x', 'text/plain')
    const caller = await server.staff('Edda')
    const upload = (bytes: Buffer) => caller.ask('POST', '/uploads/file', bytes, contentType)
    const cut = await upload(body.subarray(0, 150_000))
    expect([cut.statusCode, cut.json().errors[0].code]).toEqual([400, 'bad_form'])
    jest.spyOn(server.deps.files, 'put').mockImplementation(async (_key, contents) => {
      for await (const _chunk of contents) throw new Error('multipart form aborted by the store')
    })
    expect((await upload(body)).statusCode).toBe(500)
  })
})
