import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Settings } from '../config/env.ts'
import { assertOwnKey, type FileKey, type FileStore } from './fileStore.ts'

/** Amazon S3 and compatible stores. */
export function bucketStore(settings: S3Settings): FileStore {
  const client = new S3Client({
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Other stores often support neither a host name per bucket nor the newer checksums.
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const { bucket } = settings
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  /** S3 needs the length first: the stream is buffered in a temporary file, not in memory. */
  async function putStream(key: FileKey, contents: Readable): Promise<void> {
    const buffered = join(tmpdir(), `discordia-upload-${randomUUID()}`)
    try {
      await writeFile(buffered, contents, { mode: 0o600 })
      const { size } = await stat(buffered)
      await disk.putStream(key, createReadStream(buffered), { contentLength: size })
    } finally {
      await rm(buffered, { force: true })
    }
  }

  return {
    async put(key, contents) {
      assertOwnKey(key)
      if (contents instanceof Readable) await putStream(key, contents)
      else await disk.put(key, contents)
    },
    async size(key) {
      assertOwnKey(key)
      const found = await orNull(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })))
      return found === null ? null : (found.ContentLength ?? 0)
    },
    async bytes(key) {
      assertOwnKey(key)
      return Buffer.from(await disk.getBytes(key))
    },
    // The driver reads whole files only.
    async stream(key, range) {
      assertOwnKey(key)
      const wanted = range && `bytes=${range.start}-${range.end}`
      const found = await orNull(
        client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: wanted })),
      )
      return found?.Body instanceof Readable ? found.Body : null
    },
    async remove(key) {
      assertOwnKey(key)
      await disk.delete(key)
    },
  }
}

async function orNull<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null
    throw error
  }
}
