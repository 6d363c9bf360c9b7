/** Tags of cached responses, for invalidation. A tag that one `api.ts` alone uses is added there. */
export const TAGS = [
  'Profile',
  'NameChange',
  'Group',
  'Invite',
  'Mute',
  'GlossaryEntry',
  'Session',
  'SecurityEvent',
  'Registration',
  'GroupPlan',
  'GroupPage',
  'InviteLink',
  'Upcoming',
] as const
export type Tag = (typeof TAGS)[number]
