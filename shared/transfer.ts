import type { TransferArea } from '#contract/sets.ts'
import { CONTENT_FIELDS, TABLE_FIELDS, type TableField } from '#contract/transfer.ts'

/** Names of what systems and programs keep for themselves. */
export const IGNORED_NAMES = /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i

const OF_CONTENTS: ReadonlySet<TableField> = new Set(CONTENT_FIELDS)
const OF_ENTRIES: ReadonlySet<TableField> = new Set<TableField>(['part', 'aliases', 'state'])

/** Fields of tables that rows of an area have. */
export const tableFieldsOf = (area: TransferArea): readonly TableField[] =>
  TABLE_FIELDS.filter(
    (field) =>
      !(area === 'contents' ? OF_ENTRIES : OF_CONTENTS).has(field) &&
      (field !== 'state' || area === 'glossary'),
  )
