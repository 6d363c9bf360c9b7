import type { FileKey, FileStore } from './fileStore.ts'

/**
 * Stores files one by one as they are made: all of them, or none.
 * @throws the first error, after the files before it have been removed
 */
export async function putAll(
  files: Pick<FileStore, 'put' | 'remove'>,
  contents: AsyncIterable<readonly [FileKey, Uint8Array]>,
): Promise<void> {
  const begun: FileKey[] = []
  try {
    for await (const [key, bytes] of contents) {
      begun.push(key)
      await files.put(key, bytes)
    }
  } catch (error) {
    await Promise.allSettled(begun.map((key) => files.remove(key)))
    throw error
  }
}
