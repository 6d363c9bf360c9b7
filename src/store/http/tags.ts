/** What responses are known by, for invalidation. */
export const TAGS = [
  'Profile',
  'NameChange',
  'Preferences',
  'OrderDetails',
  'Group',
  'Invite',
  'Mute',
  'GlossaryEntry',
  'SecondFactor',
  'Passkey',
  'Session',
  'EmailChange',
  'SecurityEvent',
  'Export',
  'Deletion',
  'Registration',
] as const
export type Tag = (typeof TAGS)[number]
