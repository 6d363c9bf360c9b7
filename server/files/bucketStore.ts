import { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Settings } from '../config/env.ts'
import { assertOwnKey, type FileKey, type FileStore } from './fileStore.ts'

/** Bytes of a part of an upload, which is what an upload holds in memory: 10,000 parts are the limit of S3. */
const PART_BYTES = 8 * 1024 * 1024

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

  /** Uploads in parts, because S3 needs each length first and a disk that buffers the whole stream may be small. */
  const putStream = (Key: FileKey, Body: Readable) =>
    new Upload({
      client,
      params: { Bucket: bucket, Key, Body },
      partSize: PART_BYTES,
      queueSize: 1,
    }).done()

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
