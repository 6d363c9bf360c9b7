import { readRoute } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { previewOf } from './preview.ts'

/** Preview for the forms of the desk, without the links of names. */
export const formattingDeskModule = (desk: App, deps: Deps): void =>
  readRoute(desk, deps, 'texts', 'preview', (_deps, { body }) => previewOf(body.texts))
