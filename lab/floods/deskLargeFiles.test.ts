import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DOWNLOAD_BYTES_MAX } from '../../server/desk/uploads.ts'
import {
  type DeskProcess,
  openData,
  type Seat,
  startDeskProcess,
  takeSeat,
} from '../../test/helpers/server/deskProcess.ts'
import { type DataDir, makeDataDir } from '../../test/helpers/server/serverProcess.ts'

const MIB = 1024 * 1024
/** Limit in bytes: buffers and the first large request need some (70 MB measured), the file would need 200. */
const GROWTH_MAX = 120 * MIB
/** Bytes sent between two samples of the server's memory. */
const LOOK_EVERY = 8 * MIB

const BOUNDARY = 'desk-boundary'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

describe('files near the limit of 200 MB', () => {
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

  /** Resident memory of the server process. Bytes. */
  async function memory(): Promise<number> {
    const numbers = await (await fetch(`${desk.server.address}/api/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(numbers)?.[1])
  }

  /** Sends a generated file. @returns the response, the file's digest and the peak memory */
  async function upload(size: number) {
    const sending: ClientRequest = request(`${desk.api}/uploads/file`, {
      method: 'POST',
      headers: {
        ...seat,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': HEAD.length + size + TAIL.length,
      },
    })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    const block = randomBytes(MIB)
    const hash = createHash('sha256')
    let most = 0
    async function* form() {
      yield HEAD
      for (let sent = 0; sent < size; sent += block.length) {
        // Each block differs, so that a lost or doubled one changes the digest.
        block.writeUInt32BE(sent / block.length)
        const part = Buffer.from(block.subarray(0, size - sent))
        hash.update(part)
        yield part
        if (sent % LOOK_EVERY === 0) most = Math.max(most, await memory())
      }
      yield TAIL
    }
    await pipeline(form(), sending)
    const [answer] = await answered
    const body = (await json(answer)) as {
      size?: number
      errors?: { code: string; detail: string }[]
    }
    return { status: answer.statusCode, body, digest: hash.digest('hex'), most }
  }

  const stored = () => {
    const files = readdirSync(join(dataDir.path, 'uploads'), { recursive: true, encoding: 'utf8' })
    return files.filter((name) => name.endsWith('.bin'))
  }
  const rows = (statement: string): unknown[] => {
    const database = openData(dataDir, { readonly: true })
    const found = database.prepare(statement).pluck().all()
    database.close()
    return found
  }

  test('200 MB arrive whole, in little memory', async () => {
    const before = await memory()
    const { status, body, digest, most } = await upload(DOWNLOAD_BYTES_MAX)
    expect([status, body.size]).toEqual([201, DOWNLOAD_BYTES_MAX])
    expect(rows('select digest from desk_uploads')).toEqual([digest])
    const [name = ''] = stored()
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(dataDir.path, 'uploads', name)), hash)
    expect(hash.digest('hex')).toBe(digest)
    expect(before).toBeGreaterThan(10 * MIB)
    expect(most - before).toBeLessThan(GROWTH_MAX)
  })

  test('a byte more is refused with a sentence and leaves nothing behind', async () => {
    const [files, uploads, log] = [
      stored(),
      rows('select id from desk_uploads'),
      rows('select id from audit_log'),
    ]
    const { status, body } = await upload(DOWNLOAD_BYTES_MAX + 1)
    expect([status, body.errors?.[0]?.code]).toEqual([413, 'file_too_large'])
    expect(body.errors?.[0]?.detail).toMatch(/\w+ .*\.$/)
    expect(stored()).toEqual(files)
    expect(rows('select id from desk_uploads')).toEqual(uploads)
    expect(rows('select id from audit_log')).toEqual(log)
  })
})
