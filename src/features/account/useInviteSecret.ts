import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LINK_HASH, LINK_SECRET_PATTERN } from '#contract/pages.ts'
import { keepLinkSecret, keptLinkSecret, linkSecretIn } from '#src/platform/linkSecret.ts'
import { announces } from '#src/platform/page.ts'
import { useIsInBrowser } from '#src/ui/useKit.ts'
import { useAuthState } from './AuthCard.tsx'

/**
 * Secret of the invite link that led to this page, in this tab or in another one of this browser: a registration
 * continues in the tab that its mail opens. Stays until the page is left, also if the link turns out to be over.
 */
export function useInviteSecret(): string | null {
  const { returnTo } = useAuthState()
  const { pathname, hash, ...location } = useLocation()
  const state = location.state as object | null
  const navigate = useNavigate()
  const opened = linkSecretIn(hash) ?? linkSecretIn(returnTo ?? '')
  const [kept] = useState(keptLinkSecret)
  // The server, which never sees the link, has rendered the page without it.
  const isKnown = useIsInBrowser()
  const secret = isKnown ? (opened ?? kept) : null
  const target = secret === null ? undefined : `/discordia/dashboard${LINK_HASH}${secret}`
  const isUnread = target !== undefined && (returnTo === undefined || linkSecretIn(hash) !== null)
  useEffect(() => {
    if (opened !== null) keepLinkSecret(opened)
  }, [opened])
  useEffect(() => {
    const next = { ...state, returnTo: target }
    // Also removes the secret from the URL.
    if (isUnread) void navigate(pathname, { replace: true, state: next })
  }, [isUnread, target, pathname, state, navigate])
  return secret
}

/** Field of a registration whose activation link is to open the invite, too, in whichever browser. */
export function carriedInvite(): { readonly invite_secret?: string } {
  const secret = announces('invite_look') ? keptLinkSecret() : null
  const isWhole = secret !== null && new RegExp(LINK_SECRET_PATTERN).test(secret)
  return isWhole ? { invite_secret: secret } : {}
}
