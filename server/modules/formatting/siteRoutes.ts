import { formattingRoutes as routes } from '#contract/formatting.ts'
import { ENTRY_TEXT_MAX } from '#contract/glossary.ts'
import { formattingSchemas as schemas } from '#contract/schemas/formatting.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { type Call, limited, routesOn } from '../../http/serve.ts'
import { previewOf } from './preview.ts'

/** Preview for forms whose texts may have light formatting. */
export function formattingModule(member: App, deps: Deps): void {
  // The preview is debounced, so nobody needs more. This is half of the limit on changes, which previews count towards.
  routesOn(member, deps, routes, schemas)('previewTexts', previewTexts, limited(60, 1))
}

async function previewTexts(
  _deps: Deps,
  { body: { texts } }: Call<(typeof schemas)['previewTexts']>,
) {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > ENTRY_TEXT_MAX) throw errors.tooLong('texts', ENTRY_TEXT_MAX)
  return previewOf(texts)
}
