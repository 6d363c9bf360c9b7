import type { NameChangeBody } from '#contract/schemas/profile.ts'

export const EMPTY_REQUEST: NameChangeBody = { new_name: '', reason: '' }

/** The fields that say nothing: both are required (SPEC 5). */
export const missingIn = (form: NameChangeBody): Array<keyof NameChangeBody> =>
  (['new_name', 'reason'] as const).filter((field) => form[field].trim() === '')
