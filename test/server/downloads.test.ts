import { createHash } from 'node:crypto'
import { parse as parseDisposition } from 'content-disposition'
import type { DownloadCategory } from '#contract/downloads.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { newKey } from '#server/files/fileStore.ts'
import { rangeOf } from '#server/http/plugins/storedFile.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const BYTES = Buffer.from('0123456789'.repeat(1000))
const DIGEST = createHash('sha256').update(BYTES).digest('hex')

serverTests('downloads on %s', (server) => {
  beforeEach(async () => {
    await server.deps.db.deleteFrom('download_files').execute()
    await server.deps.db.deleteFrom('download_categories').execute()
    server.deps.responseCache.clear('downloads')
  })

  const list = async () =>
    (await server.app.inject({ url: '/api/downloads/active' })).json<DownloadCategory[]>()
  const fetchFile = (id: number, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url: `/api/downloads/download/${id}`, headers })

  async function addCategory(title: string, position: number) {
    const added = await server.insert('download_categories', { title, position, created_at: 0 })
    return added.id
  }
  async function addFile(over: { name?: string; type?: string; position?: number } = {}) {
    const category = await addCategory('Sheets', 1)
    const file_key = newKey('private', 'pdf')
    await server.deps.files.put(file_key, BYTES)
    const { id } = await server.insert('download_files', {
      category_id: category,
      position: over.position ?? 0,
      display_name: 'A sheet',
      download_file_name: over.name ?? 'Sheet.pdf',
      file_key,
      media_type: over.type ?? 'application/pdf',
      size: BYTES.length,
      digest: DIGEST,
      created_at: 0,
      updated_at: 0,
    })
    return { id, file_key }
  }
  const withdraw = (id: DownloadFileId) =>
    server.update('download_files', { id }, { withdrawn_at: 1 })

  test('categories are in their order, empty ones included, with the available files', async () => {
    await addCategory('Later', 9)
    await addCategory('Empty', 0)
    const { id } = await addFile()
    const withdrawn = await addFile()
    await withdraw(withdrawn.id)
    const shown = await list()
    expect(shown.map(({ title }) => title)).toEqual(['Empty', 'Sheets', 'Sheets', 'Later'])
    const [, one = { id: 0 }, two = { id: 0 }] = shown
    // Categories at the same position: the older one, which has the file, comes first.
    expect([one.id < two.id, shown[1]?.download_files.length]).toEqual([true, 1])
    expect(shown.flatMap(({ download_files }) => download_files)).toEqual([
      {
        id,
        display_name: 'A sheet',
        download_file_name: 'Sheet.pdf',
        description: null,
        image: null,
        media_type: 'application/pdf',
        size: BYTES.length,
      },
    ])
  })

  test('a file is sent whole, with its type, length and name', async () => {
    const { id } = await addFile({ type: 'text/csv; charset=utf-8' })
    const response = await fetchFile(id)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(BYTES)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(BYTES.length),
      'accept-ranges': 'bytes',
      etag: `"${DIGEST}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': 'attachment; filename=Sheet.pdf',
    })
  })

  test.each([
    'text/javascript',
    'application/javascript; charset=utf-8',
    'application/x-javascript',
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/css',
    'text/xml',
    'application/wasm',
    'text/plain, text/html',
    'TEXT/HTML',
  ])('a file of the type %p is bytes to save, and no script of the site', async (type) => {
    const { id } = await addFile({ type })
    for (const headers of [{}, { range: 'bytes=0-9' }])
      expect((await fetchFile(id, headers)).headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=Sheet.pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
  })

  test.each([
    'application/pdf',
    'text/csv; charset=utf-8',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('a file of the type %p keeps it, in a sandbox', async (type) => {
    const { id } = await addFile({ type })
    expect((await fetchFile(id)).headers).toMatchObject({
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'",
    })
  })

  test.each([
    'Karte der Welt (größer).pdf',
    'two "quotes" and \\.pdf',
    '地図.pdf',
    'a;b=c,d.pdf',
    'it’s 100%.pdf',
  ])('the name %p survives its header (RFC 6266)', async (name) => {
    const { id } = await addFile({ name })
    const header = String((await fetchFile(id)).headers['content-disposition'])
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    const { type, parameters } = parseDisposition(header)
    expect([type, parameters.filename]).toEqual(['attachment', name])
  })

  test('ranges: first bytes, middle, the rest, the last ones', async () => {
    const { id } = await addFile()
    const parts: [string, number, number][] = [
      ['bytes=0-9', 0, 9],
      ['bytes=5-14', 5, 14],
      ['bytes=9990-', 9990, 9999],
      ['bytes=-7', 9993, 9999],
      ['bytes=9990-99999', 9990, 9999],
    ]
    for (const [range, start, end] of parts) {
      const response = await fetchFile(id, { range })
      expect([range, response.statusCode]).toEqual([range, 206])
      expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/${BYTES.length}`)
      expect(response.headers['content-length']).toBe(String(end - start + 1))
      expect(response.rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true)
    }
  })

  test('a range behind the end is 416 with the length of the file', async () => {
    const { id } = await addFile()
    const response = await fetchFile(id, { range: 'bytes=10000-' })
    expect(response.statusCode).toBe(416)
    expect(response.headers['content-range']).toBe(`bytes */${BYTES.length}`)
    expect(response.json().errors[0].code).toBe('range_not_satisfiable')
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  test('a range of another version gets the whole file', async () => {
    const { id } = await addFile()
    const range = 'bytes=0-9'
    expect((await fetchFile(id, { range, 'if-range': `"${DIGEST}"` })).statusCode).toBe(206)
    expect((await fetchFile(id, { range, 'if-range': '"another"' })).statusCode).toBe(200)
  })

  test('HEAD has the length and no body; a known tag is 304', async () => {
    const { id } = await addFile()
    const head = await fetchFile(id, {}, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(BYTES.length))
    const again = await fetchFile(id, { 'if-none-match': `W/"x", "${DIGEST}"` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('unknown, withdrawn and lost files are not found', async () => {
    const withdrawn = await addFile()
    await withdraw(withdrawn.id)
    const lost = await addFile()
    await server.deps.files.remove(lost.file_key)
    for (const id of [999_999, withdrawn.id, lost.id]) {
      const response = await fetchFile(id)
      expect([id, response.statusCode]).toEqual([id, 404])
      expect(response.headers['content-disposition']).toBeUndefined()
    }
    expect((await server.app.inject({ url: '/api/downloads/download/..%2f..' })).statusCode).toBe(
      400,
    )
  })
})

test.each([
  [undefined, null],
  ['bytes=-', null],
  ['bytes=5-2', null],
  ['bytes=0-1,4-5', null],
  ['items=0-1', null],
  ['bytes=a-b', null],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
])('the range %p of ten bytes is %p', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range)
})
