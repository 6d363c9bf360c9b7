import { readRoute } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { previewOf } from './preview.ts'

/** For the forms of the desk: what a reader will see, without the links of names. */
export const formattingDeskModule = (desk: App, deps: Deps): void =>
  readRoute(desk, deps, 'texts', 'preview', (_deps, { body }) => previewOf(body.texts))
