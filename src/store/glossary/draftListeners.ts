import { isAnyOf } from '@reduxjs/toolkit'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'
import { statusOf } from '../http/errors.ts'
import { outcomeOf, succeeded } from '../http/outcomes.ts'
import { count, list, or, orNull, record, text } from '../http/schema.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { sessionEnded } from '../session/slice.ts'
import { tokenOwner } from '../session/tokenOwner.ts'
import { EMPTY_DRAFT, type EntryDraft, type SectionDraft } from './draftSlice.ts'
import {
  choiceRestored,
  createdEntryLost,
  draftRestored,
  entryCreated,
  formOpened,
} from './slice.ts'

const KEY = 'glossary-draft'

type Kept = { owner: string | null; draft: EntryDraft }

const orNullId = orNull(or(count, null))
const kept = record<Kept>({
  owner: orNull(text),
  draft: record<EntryDraft>({
    title: text,
    typeId: orNullId,
    subtypeId: orNullId,
    sections: list(record<SectionDraft>({ key: count, title: text, content: text })),
    createdId: orNullId,
  }),
})

/** Whose draft it is; null when that cannot be told. */
const ownerIn = ({ session }: RootState): string | null =>
  session.status === 'member' ? tokenOwner(session.access) : null

function readKept(): Kept | null {
  try {
    return (kept(JSON.parse(readTabValue(KEY) ?? 'null')) as Kept | undefined) ?? null
  } catch {
    return null
  }
}

/** Keeps the draft of a new entry in the tab: a reload and an expired session do not lose it, a logout and another member do. */
export function keepDraft(startListening: AppStartListening): void {
  startListening({
    // At the arrival on the page too: an entry may take the place of the draft, which must then be known.
    matcher: isAnyOf(formOpened, choiceRestored),
    effect: (_, { dispatch, getState }) => {
      const state = getState()
      const found = readKept()
      if (!found || state.glossary.draft !== EMPTY_DRAFT) return
      if (found.owner !== ownerIn(state) || found.draft.sections.length === 0)
        writeTabValue(KEY, null)
      else dispatch(draftRestored(found.draft))
    },
  })

  startListening({
    predicate: (action, now, before) =>
      sessionEnded.match(action) || now.glossary.draft !== before.glossary.draft,
    effect: (action, { getState, getOriginalState }) => {
      const isKept = sessionEnded.match(action) && action.payload === 'expired'
      // What is stored waits for the same member; without a name it could become another one's.
      if (isKept && ownerIn(getOriginalState()) !== null) return
      const state = getState()
      const { draft } = state.glossary
      const isEmpty = draft === EMPTY_DRAFT
      writeTabValue(KEY, isEmpty ? null : JSON.stringify({ owner: ownerIn(state), draft }))
    },
  })

  startListening({
    matcher: succeeded('createGlossaryEntry'),
    effect: (action, { dispatch }) => {
      const answer = outcomeOf(action)?.payload as { id: GlossaryEntryId } | undefined
      if (answer) dispatch(entryCreated(answer.id))
    },
  })

  startListening({
    predicate: (action, { glossary: { draft } }) => {
      const outcome = outcomeOf(action)
      if (!outcome || draft.createdId === null) return false
      const { endpoint, args, payload, hasSucceeded } = outcome
      if (endpoint === 'deleteGlossaryEntry') return hasSucceeded && args === draft.createdId
      // Deleted in another tab, or decided about meanwhile: there is nothing left to add sections to.
      return (
        endpoint === 'createGlossarySubEntries' &&
        !hasSucceeded &&
        (args as { id: GlossaryEntryId }).id === draft.createdId &&
        [403, 404].includes(statusOf(payload) ?? 0)
      )
    },
    effect: (_, { dispatch }) => void dispatch(createdEntryLost()),
  })
}
