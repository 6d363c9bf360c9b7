import type { GroupId } from '#contract/ids.ts'
import type { Settings } from '../../../config/env.ts'

/** The sessions and polls of a group, for buttons in mails. */
export const planLink = ({ publicUrl }: Pick<Settings, 'publicUrl'>, group: GroupId): string =>
  `${publicUrl}/discordia/dashboard?group=${group}&part=sessions`
