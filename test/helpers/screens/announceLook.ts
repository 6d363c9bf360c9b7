import { LOOK_MARK } from '#contract/groupPage.ts'

/** As a server that says what an invite link is for before it is used. */
export function announceLook(): void {
  const link = document.createElement('link')
  link.setAttribute(LOOK_MARK, '')
  document.head.append(link)
}

/** After each test that announces it. */
export const withdrawLook = (): void => document.head.querySelector(`link[${LOOK_MARK}]`)?.remove()
