import { LRUCache } from 'lru-cache'
import type { MemberId } from '#contract/ids.ts'
import type { Deps } from '../../http/deps.ts'
import { composeKit, type Kit } from '../../text/kit.ts'
import { signedTexts } from '../../text/signedTexts.ts'
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

/** Characters; longer than any token of ours. */
const TOKEN_MAX = 600
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/

/** Signed permissions to see the draft of one superuser. Not stored: another `JWT_SECRET` revokes them all. */
export function draftTokens(jwtSecret: string) {
  const { tokenOf, textIn } = signedTexts(jwtSecret, 'discordia site preview')
  return {
    tokenOf: (preview: DraftPreview): string =>
      tokenOf(Buffer.from(JSON.stringify(preview)).toString('base64url')),
    /** Null for a token with a wrong signature, or an expired one. */
    previewOf(token: string, now: number): DraftPreview | null {
      if (token.length > TOKEN_MAX) return null
      const text = textIn(token, /^[\w-]+$/)
      if (text === null) return null
      const preview = JSON.parse(Buffer.from(text, 'base64url').toString()) as DraftPreview
      return preview.expires > now && ORIGIN.test(preview.frame) ? preview : null
    },
  }
}

/** Drafts that are composed at the same time; each is some hundred kilobytes. */
const DRAFTS_MAX = 5

/** Finds the kit of a draft by its token; the default kit of a draft that is gone is null, as for a wrong token. */
export function findDraftKit(deps: Pick<Deps, 'db' | 'clock' | 'jwtSecret' | 'files'>) {
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
    const kit = composeKit(value, token, await looksOf(deps, value, {}))
    composed.set(token, { of: draft.value, kit })
    return kit
  }
}
