import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An uploaded file on disk, so that waiting for a gate costs no memory. */
export type IncomingFile = {
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
}

/** Longer than any request may take. */
export const INCOMING_KEPT_MS = 60 * 60_000

const folderOf = (dataDir: string): string => join(dataDir, 'incoming')

// Not awaited: the next clean-up deletes what this one could not.
const removeIncoming = (path: string) => rm(path, { force: true }).catch(() => undefined)

/** The path of a file that is deleted with the end of the response. */
export async function newIncoming(dataDir: string, response: Writable): Promise<string> {
  await makeIncoming(dataDir)
  const path = join(folderOf(dataDir), randomUUID())
  response.once('close', () => removeIncoming(path))
  return path
}

/**
 * Writes an upload into a file that is deleted with the end of its response: also after a refusal, an error or a lost
 * connection.
 */
export async function takeIncoming(dataDir: string, contents: Readable, response: Writable) {
  const path = await newIncoming(dataDir, response)
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      contents,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    if (response.closed) throw new Error('aborted: the client has gone')
    return { path, size, digest: hash.digest('hex') }
  } catch (error) {
    await removeIncoming(path)
    throw error
  }
}

/** @throws when the folder cannot be made */
export const makeIncoming = (dataDir: string) =>
  mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })

/**
 * Deletes files that a kill has left.
 * @param before epoch milliseconds; younger files may belong to another process
 */
export async function deleteIncoming(dataDir: string, before: number): Promise<void> {
  const folder = folderOf(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const age = await stat(path).catch(() => null)
    if (age !== null && age.mtimeMs < before) await rm(path, { force: true })
  }
}
