import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { readSettings, type S3Settings } from '../../server/config/env.ts'
import { bucketStore } from '../../server/files/bucketStore.ts'
import { newKey } from '../../server/files/fileStore.ts'
import type { Daemon } from './daemons.ts'
import { startStore, storeEnv } from './store.ts'

jest.setTimeout(180_000)

const MEGABYTE = 1024 * 1024

describe('the S3 store of the cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-store-'))
  let daemons: Daemon[] = []
  let s3: S3Settings

  beforeAll(async () => {
    const place = { folder, password: 'secret-of-the-store', ports: { store: await steadyPort() } }
    daemons = await startStore(place)
    const settings = readSettings(storeEnv(place))
    if (settings.s3 === undefined) throw new Error('no S3 settings')
    s3 = settings.s3
  })
  afterAll(async () => {
    for (const daemon of daemons) {
      daemon.kill('SIGTERM')
      await daemon.ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const clientOf = (settings: S3Settings) =>
    new S3Client({
      region: settings.region,
      endpoint: settings.endpoint,
      forcePathStyle: true,
      credentials: settings,
    })

  test('keeps what is put as bytes or as a stream, gives parts of it, and forgets what is removed', async () => {
    const store = bucketStore(s3)
    const bytes = Buffer.from('The bells of Harrow')
    const small = newKey('public', 'jpg')
    await store.put(small, bytes)
    expect(await store.bytes(small)).toEqual(bytes)
    expect(await store.size(small)).toBe(bytes.length)

    const large = newKey('private', 'pdf')
    const chunks = Array.from({ length: 20 }, (_, index) => Buffer.alloc(MEGABYTE, index))
    await store.put(large, Readable.from(chunks))
    expect(await store.size(large)).toBe(20 * MEGABYTE)
    const part = await store.stream(large, { start: MEGABYTE - 1, end: MEGABYTE })
    expect(part && [...(await buffer(part))]).toEqual([0, 1])

    await store.remove(small)
    await store.remove(small)
    expect(await store.size(small)).toBeNull()
    expect(await store.stream(small)).toBeNull()
  })

  test('serves presigned URLs, and refuses them once a letter is changed or the key is another', async () => {
    const client = clientOf(s3)
    const at = { Bucket: s3.bucket, Key: 'public/presigned.txt' }
    const put = await getSignedUrl(client, new PutObjectCommand(at), { expiresIn: 60 })
    expect((await fetch(put, { method: 'PUT', body: 'signed' })).status).toBe(200)
    const get = await getSignedUrl(client, new GetObjectCommand(at), { expiresIn: 60 })
    expect(await (await fetch(get)).text()).toBe('signed')
    const forged = get.replace(/X-Amz-Expires=60/, 'X-Amz-Expires=61')
    expect((await fetch(forged)).status).toBe(403)
    const stranger = clientOf({ ...s3, secretAccessKey: 'wrong' })
    const foreign = await getSignedUrl(stranger, new GetObjectCommand(at), { expiresIn: 60 })
    expect((await fetch(foreign)).status).toBe(403)
  })
})
