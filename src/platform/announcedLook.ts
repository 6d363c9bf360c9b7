import { LOOK_MARK } from '#contract/groupPage.ts'

/** Whether the server announces a call that shows an invite link before it is used. */
export const announcesLook = (): boolean =>
  document.head.querySelector(`link[${LOOK_MARK}]`) !== null
