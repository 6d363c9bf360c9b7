import type { NameChangeBody } from '#contract/schemas/profile.ts'
import { codesOf, detailOf } from '#src/store/http/errors.ts'

export const EMPTY_REQUEST: NameChangeBody = { new_name: '', reason: '' }

/** Whether the server has refused a name because it is somebody's: by its code, or in the words of other servers. */
export const isNameTaken = (error: unknown): boolean =>
  codesOf(error).includes('username_exists') ||
  (detailOf(error)?.toLowerCase().includes('user with this username') ?? false)

/** The fields that say nothing: both are required (behaviour 5). */
export const missingIn = (form: NameChangeBody): Array<keyof NameChangeBody> =>
  (['new_name', 'reason'] as const).filter((field) => form[field].trim() === '')
