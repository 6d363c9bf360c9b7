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
