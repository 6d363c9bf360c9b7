import { createContext } from 'react'

/** Shown outside of the frame. */
export const NONE = {
  yes: '',
  no: '',
  close: '',
  failed: '',
  retry: '',
  kept: '',
  /** Also says that someone has changed what the form is about. */
  overtaken: '',
  discard: '',
}

/** Words that parts of `ui` show on every page; the frame of the site provides them in its language. */
export const WordsContext = createContext(NONE)
