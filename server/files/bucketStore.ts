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

/** Files in a bucket of Amazon S3 or of a store that speaks its language. */
export function bucketStore(settings: S3Settings): FileStore {
  const client = new S3Client({
    region: settings.region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Other stores than Amazon's often know neither a host name per bucket nor the newer checksums.
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const { bucket } = settings
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))

  /** A bucket wants to know the length first, so the stream rests in a temporary file, not in memory. */
  async function putStream(key: FileKey, contents: Readable): Promise<void> {
    const resting = join(tmpdir(), `discordia-upload-${randomUUID()}`)
    try {
      await writeFile(resting, contents, { mode: 0o600 })
      const { size } = await stat(resting)
      await disk.putStream(key, createReadStream(resting), { contentLength: size })
    } finally {
      await rm(resting, { force: true })
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
    // Not through the driver: it reads whole files only.
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

/** A key that the bucket does not have is an answer, not an accident. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null
    throw error
  }
}
