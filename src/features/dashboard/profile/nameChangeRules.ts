import type { NameChangeBody } from '#contract/schemas/profile.ts'
import { codesOf, detailOf } from '#src/store/http/errors.ts'

export const EMPTY_REQUEST: NameChangeBody = { new_name: '', reason: '' }

/** Whether the name is taken: by the code, or by the sentence of other servers. */
export const isNameTaken = (error: unknown): boolean =>
  codesOf(error).includes('username_exists') ||
  (detailOf(error)?.toLowerCase().includes('user with this username') ?? false)

/** Empty fields; both are required (behaviour 5). */
export const missingIn = (form: NameChangeBody): Array<keyof NameChangeBody> =>
  (['new_name', 'reason'] as const).filter((field) => form[field].trim() === '')
