/** Tags of cached responses, for invalidation. */
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
