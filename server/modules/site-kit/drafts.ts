import { LRUCache } from 'lru-cache'
import type { MemberId } from '#contract/ids.ts'
import type { Deps } from '../../http/deps.ts'
import { previewTokensFor } from '../../http/framing.ts'
import { composeKit, type Kit } from '../../text/kit.ts'
import { findBase } from './base.ts'
import { looksOf } from './looks.ts'
import { findDraft, valueIn } from './repository.ts'

/** Minutes for which a preview of a draft can be opened: an evening. */
export const DRAFT_MINUTES = 12 * 60

export type DraftPreview = {
  readonly user: MemberId
  /** Epoch milliseconds. */
  readonly expires: number
  /** The origin whose pages may frame the preview. */
  readonly frame: string
}

/** Permissions to see the draft of one superuser. */
export const draftTokens = (jwtSecret: string) =>
  previewTokensFor<DraftPreview>(jwtSecret, 'discordia site preview')

/** Drafts that are composed at the same time; each is some hundred kilobytes. */
const DRAFTS_MAX = 5

/** Finds the kit of a draft by its token; null for a wrong token, and for a draft that is gone. */
export function findDraftKit(
  deps: Pick<Deps, 'db' | 'clock' | 'jwtSecret' | 'files' | 'settings'>,
) {
  const { previewOf } = draftTokens(deps.jwtSecret)
  const composed = new LRUCache<string, { readonly of: string; readonly kit: Kit }>({
    max: DRAFTS_MAX,
  })
  return async (token: string): Promise<Kit | null> => {
    const preview = previewOf(token, deps.clock())
    const draft = preview && (await findDraft(deps.db, preview.user))
    if (!draft) return null
    const known = composed.get(token)
    if (known?.of === draft.value) return known.kit
    const value = valueIn(draft)
    const [looks, base] = [await looksOf(deps, value, {}), await findBase(deps.db)]
    const kit = composeKit(value, token, looks, deps.settings.languages, base)
    composed.set(token, { of: draft.value, kit })
    return kit
  }
}
