/** What the checklist of the desk and `npm run admin -- doctor` look at, in the order in which they show it. */
export const CHECKS = [
  'setup',
  'name',
  'url',
  'proxy',
  'pages',
  'mail',
  'legal',
  'backup',
  'demo',
  'superusers',
  'second_step',
  'zone',
  'disk',
  'folders',
  'clock',
  'database',
  'migrations',
  'version',
] as const
export type CheckName = (typeof CHECKS)[number]
/** open: to be done once; wrong: harms the site now */
export const CHECK_STATES = ['ok', 'open', 'wrong'] as const
export type CheckState = (typeof CHECK_STATES)[number]
