import type { TextFormat } from '#contract/sets.ts'

/* Format of a row's texts, and other names of entries: the same columns in several tables. */

export const aliasesIn = (json: string): string[] => JSON.parse(json) as string[]

/** Column of the format; absent fields keep their values. */
export const formatColumn = ({ format }: { readonly format?: TextFormat | undefined }) => ({
  ...(format !== undefined && { format }),
})

/** Column of the other names; absent fields keep their values. */
export const aliasesColumn = ({
  aliases,
}: {
  readonly aliases?: readonly string[] | undefined
}) => ({
  ...(aliases !== undefined && {
    aliases: JSON.stringify([...new Set(aliases.map((alias) => alias.trim()))]),
  }),
})

/** Format and other names of an entry in a file; by default it is plain and has none. */
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
