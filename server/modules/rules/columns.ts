import type { RuleEntryBody } from '#contract/schemas/deskRules.ts'
import { deskErrors } from '../../desk/errors.ts'
import { type SentSection, searchColumns } from '../../desk/sections.ts'

/** The categories of a body as columns. @throws Refusal for one of the other kind, or a sub-category without its category */
function categoryColumns(body: RuleEntryBody) {
  const { kind, category_id = null, subcategory_id = null, quick_subcategory_id = null } = body
  if (kind === 'quick') {
    if (category_id !== null) throw deskErrors.unwanted('category_id')
    if (subcategory_id !== null) throw deskErrors.unwanted('subcategory_id')
  } else {
    if (quick_subcategory_id !== null) throw deskErrors.unwanted('quick_subcategory_id')
    if (subcategory_id !== null && category_id === null) throw deskErrors.required('category_id')
  }
  return { kind, category_id, subcategory_id, quick_subcategory_id }
}

/** What creating and updating an entry write alike. @throws Refusal */
export function entryColumns(body: RuleEntryBody, sections: readonly SentSection[], now: number) {
  const title = body.title.trim()
  return {
    ...categoryColumns(body),
    ...searchColumns(title, null, sections),
    title,
    position: body.position,
    updated_at: now,
  }
}
