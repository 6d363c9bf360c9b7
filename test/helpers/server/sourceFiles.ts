import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Files, SourceFile } from '#server/desk/transfer/sources/source.ts'

export const sourceFile = (name: string, bytes: Buffer): SourceFile => ({
  name,
  size: bytes.length,
  bytes: () => Promise.resolve(bytes),
})

/** Files of an upload by their names: bytes, text, or a value that becomes JSON. */
export const sourceFiles = (contents: Readonly<Record<string, unknown>>): Files =>
  new Map(
    Object.entries(contents).map(([name, content]) => [
      name,
      sourceFile(
        name,
        Buffer.isBuffer(content)
          ? content
          : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
      ),
    ]),
  )

/** A ZIP archive of parts by their names. */
export async function zipped(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  const mtime = new Date(0)
  for (const [name, content] of Object.entries(parts))
    zip.addBuffer(Buffer.from(content), name, { mtime, compress: content.length > 0 })
  zip.end()
  return await buffer(zip.outputStream)
}
