import type { Losses, TransferReport } from '#contract/schemas/transfer.ts'
import { ENGLISH } from '../../config/locales.ts'
import type { Import, ImportFile } from './job.ts'
import type { Counts } from './keyedRows.ts'
import type { EntryNotes } from './previews.ts'
import type { Problem } from './reading.ts'
import { type Loss, lossIn } from './sources/source.ts'

/** Losses within a report; all of them come in lines before it. */
const LOSSES_MAX = 500
/** Kinds of losses in a report, and losses of one kind. */
const KINDS_MAX = 200
const EXAMPLES_MAX = 3
/** Characters of all losses, of some 50 MB. */
const ALL_MAX = 25_000_000
const CHUNK = 1000

/** Entries, rows and files that are not there afterwards. */
const ABSENT = new Set(
  [
    ...['row_untitled', 'key_twice', 'first_counts', 'id_twice', 'document_twice', 'nameless_file'],
    ...['nameless_documents', 'private_entity', 'hidden_pages', 'large_entity', 'long_text'],
    ...['unreadable_left_out', 'first_sheet_only', 'row_without_file', 'row_names_no_file'],
    ...['file_unnamed', 'column_left_out', 'event_without_start', 'open_comment'],
    ...['held_review', 'held_draft', 'held_out', 'held_kept', 'foundry_unknown'],
  ].map((name) => `transfer.${name}`),
)
/** Things around the words. */
const AROUND = /picture|link|address|contents|macros|headers|charts|unused|indentation|seen|taken/

const seriousness = (kind: string): number => (ABSENT.has(kind) ? 0 : AROUND.test(kind) ? 2 : 1)

/** Losses by their kind, the most serious first: many of one kind hide no other one. */
const grouped = (losses: readonly Loss[]) =>
  [...Map.groupBy(losses, ({ problem }) => problem.key)].toSorted(
    ([one, ones], [other, others]) =>
      seriousness(one) - seriousness(other) || ones.length - others.length,
  )

const NOTHING_DONE = { added: 0, changed: 0, unchanged: 0 }
const NO_FATES = { new: 0, changed: 0, same: 0 }

/** @param written nothing was written without it */
export function reportOf(
  { language = ENGLISH, noteLosses }: Pick<Import, 'language' | 'noteLosses'>,
  { losses, recognised }: Pick<ImportFile, 'losses' | 'recognised'>,
  written: { readonly counts: Counts; readonly entries: EntryNotes } | null,
  problems: readonly Problem[] = [],
): TransferReport {
  const kinds = grouped(losses)
  if (losses.length > LOSSES_MAX && noteLosses)
    noteAll(
      kinds.flatMap(([, all]) => all),
      language,
      noteLosses,
    )
  return {
    ...(written?.counts ?? NOTHING_DONE),
    problems: problems.map((one) => lossIn(language, one)),
    losses: losses.slice(0, LOSSES_MAX).map((one) => lossIn(language, one)),
    more_losses: Math.max(0, losses.length - LOSSES_MAX),
    kinds_of_losses: kinds.slice(0, KINDS_MAX).map(([, all]) => ({
      count: all.length,
      examples: all.slice(0, EXAMPLES_MAX).map((one) => lossIn(language, one)),
    })),
    recognised,
    fates: written?.entries.fates ?? NO_FATES,
    previews: written?.entries.previews ?? [],
  }
}

function noteAll(losses: readonly Loss[], language: string, note: (losses: Losses) => void): void {
  let room = ALL_MAX
  for (let from = 0; from < losses.length && room > 0; from += CHUNK) {
    const chunk = losses.slice(from, from + CHUNK).map((one) => lossIn(language, one))
    const fitting = chunk.filter(({ place, problem }) => {
      room -= place.length + problem.length + 2
      return room > 0
    })
    note({ losses: fitting })
  }
}
