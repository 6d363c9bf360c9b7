import type { TextFormat } from '#contract/sets.ts'

/* How texts of a row were written, and other names of entries: the same columns in several tables. */

export const aliasesIn = (json: string): string[] => JSON.parse(json) as string[]

type Body = {
  readonly format?: TextFormat | undefined
  readonly aliases?: readonly string[] | undefined
}

/** What is absent stays as it is. */
export const formatColumns = ({ format, aliases }: Body) => ({
  ...(format !== undefined && { format }),
  ...(aliases !== undefined && {
    aliases: JSON.stringify([...new Set(aliases.map((alias) => alias.trim()))]),
  }),
})
