import { LOOK_MARK } from '#contract/groupPage.ts'

/** Announces the call that shows an invite link before it is used. */
export function announceLook(): void {
  const link = document.createElement('link')
  link.setAttribute(LOOK_MARK, '')
  document.head.append(link)
}

/** Removes the announcement; call it after each test that makes one. */
export const withdrawLook = (): void => document.head.querySelector(`link[${LOOK_MARK}]`)?.remove()
