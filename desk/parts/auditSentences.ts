import type { AuditEvent } from '#contract/schemas/audit.ts'
import { resourceName, t, textOr } from '../i18n.ts'

type Named = Pick<AuditEvent, 'resource' | 'action' | 'record' | 'record_name'>

/** Actions that change no single record. */
const WITHOUT_RECORD: readonly string[] = [
  'logIn',
  'logInWithPasskey',
  'logOut',
  'order',
  'import',
  'list',
  'get',
]
/** Resources whose records have no name and no page. */
const NAMELESS: readonly string[] = ['uploads', 'second-factor', 'site', 'imports']

/** Name of the actor; in brackets where no account did it, because a member can have such a name. */
export const actorOf = ({
  actor_name: name,
  by_account,
}: Pick<AuditEvent, 'actor_name' | 'by_account'>): string =>
  by_account ? name : t('audit.no_account', { name })

/** "published"; the action's own name where the desk has no word for it. */
export const verbOf = ({ resource, action }: Pick<Named, 'resource' | 'action'>): string =>
  textOr(`audit.particular.${resource}.${action}`, textOr(`audit.verbs.${action}`, action))

/** The record in quotes, or its id where the log keeps no name; '' for an action without a record. */
export function recordOf({ resource, action, record, record_name: name }: Named): string {
  if (WITHOUT_RECORD.includes(action) || NAMELESS.includes(resource)) return ''
  if (name !== null) return t('audit.named', { name })
  return record === null ? '' : t('audit.numbered', { id: record })
}

/** "Published “Open Table Night”" */
export const headingOf = (event: Named): string =>
  `${verbOf(event)} ${recordOf(event)}`.trim().replace(/^./, (first) => first.toUpperCase())

/** The page of the desk on which it was done. */
export const placeOf = (resource: string): string =>
  textOr(`audit.places.${resource}`, resourceName(resource))
