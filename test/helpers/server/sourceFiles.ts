import { textsOf } from '#server/transfer/sources/light.ts'
import type { Files, Source, SourceFile } from '#server/transfer/sources/source.ts'

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

/** A source with the texts of its entries apart, as records have them. */
export const withTexts = ({ entries, ...source }: Source) => ({
  ...source,
  entries: entries.map(({ body, ...entry }) => ({ ...entry, ...textsOf(body) })),
})
