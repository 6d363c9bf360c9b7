import type { Feature } from '#contract/sets.ts'
import { offers } from '#src/store/session/features.ts'

/** Groups of rows below the specified form, with the additions that each shows. */
const GROUPS = {
  sign_in: ['credentials', 'passkeys', 'two_step'],
  devices: ['sessions', 'security_log'],
  data: ['my_data'],
} as const satisfies Record<string, readonly Feature[]>

export type SettingsGroup = keyof typeof GROUPS

const NAMES: readonly SettingsGroup[] = ['sign_in', 'devices', 'data']

/** Groups of which the profile announces something (ruling 62). */
export const settingsGroups = (profile: unknown): SettingsGroup[] =>
  NAMES.filter((name) => GROUPS[name].some((feature) => offers(profile, feature)))
