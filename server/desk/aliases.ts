import type { TextFormat } from '#contract/sets.ts'

/* How texts of a row were written, and other names of entries: the same columns in several tables. */

export const aliasesIn = (json: string): string[] => JSON.parse(json) as string[]

/** What is absent stays as it is. */
export const formatColumn = ({ format }: { readonly format?: TextFormat | undefined }) => ({
  ...(format !== undefined && { format }),
})

/** What is absent stays as it is. */
export const aliasesColumn = ({
  aliases,
}: {
  readonly aliases?: readonly string[] | undefined
}) => ({
  ...(aliases !== undefined && {
    aliases: JSON.stringify([...new Set(aliases.map((alias) => alias.trim()))]),
  }),
})

/** How an entry of a file was written, and its other names; what is absent is plain, and has none. */
export const columnsOfFile = ({
  format = 'plain',
  aliases = [],
}: {
  readonly format?: TextFormat | undefined
  readonly aliases?: readonly string[] | undefined
}) => ({ ...formatColumn({ format }), ...aliasesColumn({ aliases }) })

export function fieldsOfFile(row: { readonly format: TextFormat; readonly aliases: string }) {
  const aliases = aliasesIn(row.aliases)
  return {
    ...(row.format !== 'plain' && { format: row.format }),
    ...(aliases.length > 0 && { aliases }),
  }
}
