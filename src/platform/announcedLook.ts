import { LOOK_MARK } from '#contract/groupPage.ts'

/** Whether the server says what an invite link is for before it is used. */
export const announcesLook = (): boolean =>
  document.head.querySelector(`link[${LOOK_MARK}]`) !== null
