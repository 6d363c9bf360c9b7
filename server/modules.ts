import { account } from './modules/account/module.ts'
import { audit } from './modules/audit/module.ts'
import { calendar } from './modules/calendar/module.ts'
import { checklist } from './modules/checklist/module.ts'
import { content } from './modules/content/module.ts'
import { downloads } from './modules/downloads/module.ts'
import type { Given, Module } from './modules/face.ts'
import { files } from './modules/files/module.ts'
import { formatting } from './modules/formatting/module.ts'
import { glossary } from './modules/glossary/module.ts'
import { groups } from './modules/groups/module.ts'
import { health } from './modules/health/module.ts'
import { hooks } from './modules/hooks/module.ts'
import { legal } from './modules/legal/module.ts'
import { linking } from './modules/linking/module.ts'
import { live } from './modules/live/module.ts'
import { memberInvites } from './modules/member-invites/module.ts'
import { messages } from './modules/messages/module.ts'
import { notifications } from './modules/notifications/module.ts'
import { outbox } from './modules/outbox/module.ts'
import { overview } from './modules/overview/module.ts'
import { profile } from './modules/profile/module.ts'
import { registration } from './modules/registration/module.ts'
import { reports } from './modules/reports/module.ts'
import { rules } from './modules/rules/module.ts'
import { search } from './modules/search/module.ts'
import { site } from './modules/site/module.ts'
import { siteKit } from './modules/site-kit/module.ts'
import { uploads } from './modules/uploads/module.ts'
import { visits } from './modules/visits/module.ts'

/**
 * The map of the server. The order matters: it is that of the files in a member's archive, of the sitemap, and of the
 * tables that the deletion of an account goes through, which ends with the audit log. Where a glossary entry and a rule
 * have the same name, texts link to the glossary, because it comes first.
 */
const FACES = [
  health,
  account,
  profile,
  notifications,
  groups,
  hooks,
  memberInvites,
  registration,
  calendar,
  content,
  glossary,
  rules,
  downloads,
  messages,
  reports,
  outbox,
  uploads,
  audit,
  files,
  formatting,
  linking,
  search,
  live,
  visits,
  overview,
  checklist,
  legal,
  siteKit,
  site,
] as const

const given = Object.assign({}, ...FACES.map((face) => 'gives' in face && face.gives)) as Given<
  typeof FACES
>

/** Does not compile if a module needs a function that no other one gives. */
export const modules: readonly Module[] = FACES.map((face) => face.make(given))
